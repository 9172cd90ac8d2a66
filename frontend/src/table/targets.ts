// Attributes of things that can be picked.
import type { Answering } from "./answering.svelte";

export type TargetState = "legal" | "quiet" | "chosen" | "planned" | "not_now" | "closed" | "off";

export interface TargetAttributes {
  "data-ref": string;
  "data-state": TargetState;
  "aria-pressed": boolean | undefined;
  "aria-disabled": boolean | undefined;
  onclick: (event: MouseEvent) => void;
  onmouseenter: () => void;
  onmouseleave: () => void;
  onfocus: () => void;
  onblur: () => void;
}

export class Targets {
  private readonly known = new Map<string, TargetAttributes>();

  constructor(private readonly answering: Answering) {}

  /** The same object as long as the state is the same, so that nothing is set anew. */
  of(ref: string): TargetAttributes {
    const state = this.answering.state(ref);
    const known = this.known.get(ref);
    if (known?.["data-state"] === state) return known;
    const attributes = this.attributes(ref, state);
    this.known.set(ref, attributes);
    return attributes;
  }

  private attributes(ref: string, state: TargetState): TargetAttributes {
    const { answering } = this;
    return {
      "data-ref": ref,
      "data-state": state,
      "aria-pressed":
        state === "chosen" || state === "planned" ? true : state === "not_now" ? false : undefined,
      "aria-disabled": state === "closed" ? true : undefined,
      onclick: (event) => {
        const box = (event.currentTarget as Element | null)?.getBoundingClientRect();
        answering.pick(ref, box);
      },
      onmouseenter: () => (answering.hovered = ref),
      onmouseleave: () => (answering.hovered = null),
      onfocus: () => (answering.hovered = ref),
      onblur: () => (answering.hovered = null),
    };
  }
}
