// The picture and the symbol that stand for each game around the tables.
import heroNusfjord from "./hero-nusfjord.svg?url";
import heroVanuatu from "./hero-vanuatu.svg?url";

const HEROES: Record<string, string> = { nusfjord: heroNusfjord, vanuatu: heroVanuatu };
const ICONS: Record<string, string> = { nusfjord: "nact-ship", vanuatu: "act-sail" };

export const hero = (game: string): string => HEROES[game] ?? "";
export const gameIcon = (game: string): string => ICONS[game] ?? "club-table";
/** A game's colours, where it has some. */
export const skin = (game: string): string => (game in HEROES ? game : "vanuatu");
