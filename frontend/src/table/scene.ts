// What a board draws: a position and, at a live table, what may be pressed on it. A position of a
// replay, of the log or of another player's harbor is the same without anything to press.
import { getContext, setContext } from "svelte";
import type { Happened, TableInfo } from "../types.gen";
import type { Answering } from "./answering.svelte";
import type { GameModule } from "./game";
import type { TargetAttributes, TargetState } from "./targets";
import type { GameView } from "./wire";

const KEY = Symbol("scene");

export interface Scene {
  readonly game: GameModule;
  readonly view: GameView;
  readonly info: TableInfo | null;
  /** The viewer's seat. */
  readonly seat: number | null;
  /** The events of the entry being shown, for pictures in motion. */
  readonly happening: Happened[];
  readonly lit: ReadonlySet<string>;
  /** Null where nothing can be pressed. */
  readonly answering: Answering | null;
  name(seat: number | null): string;
}

const NOTHING: ReadonlySet<string> = new Set<string>();

/** Another position of the same table, to look at only. */
export class ReadOnlyScene implements Scene {
  readonly happening: Happened[] = [];
  readonly answering = null;

  constructor(
    private readonly around: Scene,
    private readonly position: () => GameView,
    private readonly marked: () => ReadonlySet<string> = () => NOTHING,
    private readonly from: () => number | null = () => around.seat,
  ) {}

  get lit(): ReadonlySet<string> {
    return this.marked();
  }

  get game(): GameModule {
    return this.around.game;
  }

  get view(): GameView {
    return this.position();
  }

  get info(): TableInfo | null {
    return this.around.info;
  }

  get seat(): number | null {
    return this.from();
  }

  name(seat: number | null): string {
    return this.around.name(seat);
  }
}

export function provideScene(scene: Scene): void {
  setContext(KEY, scene);
}

/** The scene a component of a board is part of. */
export function useScene(): Scene {
  return getContext<Scene>(KEY);
}

/** Attributes of a thing on the board; in a read-only scene there is nothing to press. */
export function targetIn(
  scene: Scene,
  ref: string,
): TargetAttributes | { "data-state": TargetState } {
  return scene.answering?.target(ref) ?? { "data-state": "off" };
}

export function stateIn(scene: Scene, ref: string): TargetState {
  return scene.answering?.state(ref) ?? "off";
}
