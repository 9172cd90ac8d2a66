// What a campaign's result shows of each of its games.
export interface PlayedGame {
  id: string;
  points: number;
  items: Record<string, number>;
  buildings: string[];
}
