// What the player has picked so far, and which moves that leaves (design section 9).
// Knows no rules: it filters the moves the server listed.
import type { Decision, LedInfo, Option } from "../types.gen";
import type { GameModule } from "./game";

export class Picks {
  /** Explicit picks, slot to ref, in the order they were made. */
  chosen: Record<string, string> = $state.raw({});
  /** What the game put there to begin with. */
  private start: Record<string, string> = {};
  /** Which family of moves is being looked at, for example "govern" beside "". */
  mode: string = $state("");

  constructor(
    private readonly game: GameModule,
    private readonly decision: () => Decision | null,
    /** May the game suggest this move before the player has picked anything? */
    private readonly maySuggest: (move: Option) => boolean = () => true,
  ) {}

  /** The spaces that are led and cannot be used, by ref. */
  readonly unusable: ReadonlyMap<string, LedInfo> = $derived.by(
    () =>
      new Map(
        (this.decision()?.led ?? []).filter((led) => !led.usable).map((led) => [led.ref, led]),
      ),
  );

  /** The moves to pick from. Giving such a space up is no pick: it is offered with its reason. */
  private readonly all: Option[] = $derived.by(() => {
    const moves = this.decision()?.moves ?? [];
    if (this.unusable.size === 0) return moves;
    const given = new Set(
      [...this.unusable.values()].flatMap(({ ways }) =>
        ways.filter(({ kind }) => kind === "take_back").map(({ move }) => move),
      ),
    );
    return moves.filter(({ id }) => !given.has(id));
  });

  /** The families of moves on offer, in the server's order. */
  readonly modes: string[] = $derived.by(() => [
    ...new Set([...(this.unusable.size ? [""] : []), ...this.all.map((m) => this.modeOf(m))]),
  ]);

  readonly moves: Option[] = $derived.by(() => {
    const mode = this.modes.includes(this.mode) ? this.mode : (this.modes[0] ?? "");
    return this.all.filter((move) => this.modeOf(move) === mode);
  });

  /** The moves that fit what was picked. */
  readonly remaining: Option[] = $derived.by(() => this.fitting(this.moves));

  /** The move that Confirm would send; null while something is open. */
  readonly move: Option | null = $derived.by(() => {
    const decision = this.decision();
    if (!decision || this.remaining.length === 0) return null;
    if (this.remaining.length === 1) return this.remaining[0] ?? null;
    const suggested = this.game.defaultMove?.(this.remaining, this.chosen, decision) ?? null;
    return suggested && (this.any || this.maySuggest(suggested)) ? suggested : null;
  });

  readonly slots: string[] = $derived.by(() => [
    ...new Set(this.moves.flatMap((move) => Object.keys(move.picks))),
  ]);

  /** What `values` found, until the moves or the picks change: every hexagon asks for the same. */
  private readonly sorted: Map<string, Map<string, Option[]>> = $derived.by(() => {
    void this.moves;
    void this.chosen;
    return new Map();
  });

  /** Every ref that may be picked next, or instead of a pick already made. */
  readonly legal: Set<string> = $derived.by(() => {
    const refs = new Set<string>();
    for (const slot of this.slots) {
      for (const move of this.fitting(this.moves, slot)) {
        const ref = move.picks[slot];
        if (ref !== undefined) refs.add(ref);
      }
    }
    return refs;
  });

  /** The refs of the move being put together. */
  readonly marked: Set<string> = $derived.by(
    () =>
      new Set(
        Object.values(this.chosen).concat(
          this.move && (this.any || Object.keys(this.start).length > 0 || this.moves.length === 1)
            ? Object.values(this.move.picks)
            : [],
        ),
      ),
  );

  /** Did the game itself put something there, for example all fish to sell? */
  get begun(): boolean {
    return Object.keys(this.start).length > 0;
  }

  /** Has the player picked anything? */
  get any(): boolean {
    return (
      this.mode !== "" ||
      Object.entries(this.chosen).some(([slot, ref]) => this.start[slot] !== ref)
    );
  }

  /** The values a slot can still take with the other picks as they are, each with its moves. */
  values(slot: string): Map<string, Option[]> {
    const known = this.sorted.get(slot);
    if (known) return known;
    const values = new Map<string, Option[]>();
    this.sorted.set(slot, values);
    for (const move of this.fitting(this.moves, slot)) {
      const ref = move.picks[slot];
      if (ref === undefined) continue;
      const moves = values.get(ref);
      if (moves) moves.push(move);
      else values.set(ref, [move]);
    }
    return values;
  }

  /** Pick a ref; false if no move on offer has it. */
  pick(ref: string): boolean {
    const open = this.slots.filter((slot) => !(slot in this.chosen));
    const filled = this.slots.filter((slot) => slot in this.chosen);
    for (const slot of [...open, ...filled]) {
      if (this.values(slot).has(ref)) {
        this.chosen = { ...without(this.chosen, slot), [slot]: ref };
        return true;
      }
    }
    return this.repick(ref);
  }

  /** Fill one slot, whatever the others hold; those that no longer fit are dropped. */
  put(slot: string, ref: string): void {
    const wanted = this.moves.filter((move) => move.picks[slot] === ref);
    let chosen: Record<string, string> = { [slot]: ref };
    for (const [other, value] of Object.entries(this.chosen)) {
      if (other === slot) continue;
      const trial = { ...chosen, [other]: value };
      if (wanted.some((move) => fits(move, trial))) chosen = trial;
    }
    this.chosen = chosen;
  }

  /** Pick the whole move. */
  take(move: Option): void {
    this.mode = this.modeOf(move);
    this.chosen = { ...move.picks };
  }

  /** Take the last pick back; false if there is none. */
  back(): boolean {
    const own = Object.keys(this.chosen).filter((slot) => this.start[slot] !== this.chosen[slot]);
    const last = own.at(-1);
    if (last === undefined) {
      if (this.mode === "") return false;
      this.clear();
      return true;
    }
    const start = this.start[last];
    this.chosen = without(this.chosen, last);
    if (start !== undefined) this.put(last, start);
    return true;
  }

  /** Begin again, with what the game puts there to begin with. */
  clear(start: Record<string, string> = this.start): void {
    this.start = start;
    this.chosen = { ...start };
    this.mode = "";
  }

  /** Look at another family of moves. */
  turnTo(mode: string): void {
    this.chosen = mode === "" ? { ...this.start } : {};
    this.mode = mode;
  }

  private modeOf(move: Option): string {
    return this.game.mode?.(move) ?? "";
  }

  private fitting(moves: Option[], except?: string): Option[] {
    const picks = except === undefined ? this.chosen : without(this.chosen, except);
    return moves.filter((move) => fits(move, picks));
  }

  private repick(ref: string): boolean {
    const slot = this.slots.find((s) => this.moves.some((move) => move.picks[s] === ref));
    if (slot === undefined) return false;
    this.put(slot, ref);
    return true;
  }
}

function fits(move: Option, picks: Record<string, string>): boolean {
  return Object.entries(picks).every(([slot, ref]) => move.picks[slot] === ref);
}

function without(picks: Record<string, string>, slot: string): Record<string, string> {
  const rest = { ...picks };
  delete rest[slot];
  return rest;
}
