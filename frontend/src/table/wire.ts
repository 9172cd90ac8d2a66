// Messages whose inside only the game knows. The shell passes them on; the game gives them a type.

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game has a view of its own
export type GameView = any;

/** The fields of an event, a prompt or a reason: which there are depends on its kind. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- read by kind, in one place per game
export type Fields = Record<string, any>;
