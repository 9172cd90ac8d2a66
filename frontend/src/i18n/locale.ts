// How a reader writes dates: as in their country, if the browser names it, within the language of the page.

/** The first of the browser's languages that is this one, with its region: "en-GB" for "en". */
export function localeWithin(language: string, wishes: readonly string[]): string {
  return wishes.find((wish) => wish === language || wish.startsWith(`${language}-`)) ?? language;
}
