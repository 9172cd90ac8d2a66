// The server's forecast for the position shown: fetched while the switch is on, never computed here.
import { getContext, setContext, untrack } from "svelte";
import { api } from "../api";
import { set, settings } from "../settings.svelte";
import type { Table } from "../table/table.svelte";
import type { ChancesInfo, ForecastInfo } from "../types.gen";

const KEY = Symbol("forecast");
const REST = 80; // ms without another move before it is asked for
const CHANCES_REST = 500;

export class Forecasts {
  info: ForecastInfo | null = $state.raw(null);
  chances: ChancesInfo | null = $state.raw(null);
  /** The chances are being found. */
  seeking = $state(false);
  /** The space whose window is open. */
  opened: string | null = $state(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private chancesTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: Table,
    /** Is there anything in a forecast whose chance is shown? */
    private readonly wantsChances: (forecast: unknown) => boolean,
  ) {}

  /** Does this table allow it, and is there a game to look ahead in? */
  get allowed(): boolean {
    const { info } = this.table;
    return Boolean(info?.forecast) && info?.status === "running";
  }

  get on(): boolean {
    return this.allowed && settings.forecast;
  }

  toggle(): void {
    if (!this.allowed) return;
    set("forecast", !settings.forecast);
    this.opened = null;
  }

  /** The forecast of the seat that looks; null while there is none. */
  get shown(): unknown {
    return this.on && this.info?.seat === this.table.seat ? this.info.forecast : null;
  }

  /** How often a thing happened in continuations, from 0 to 1; null if that is not known. */
  share(ref: string): number | null {
    const { info, chances } = this;
    if (!info || !chances || chances.number !== info.number || chances.seat !== info.seat)
      return null;
    return chances.continuations > 0 ? (chances.shares[ref] ?? null) : null;
  }

  get continuations(): number {
    return this.chances?.continuations ?? 0;
  }

  /** Ask for the position that is shown now; called whenever it changes. */
  follow(): () => void {
    const { number, seat } = this.table;
    const id = this.table.info?.id ?? "";
    const known = untrack(() => this.info);
    if (this.on && !(known?.number === number && known.seat === seat))
      this.timer = setTimeout(() => void this.fetch(id, number, seat), REST);
    return () => clearTimeout(this.timer);
  }

  private isShown(number: number, seat: number | null): boolean {
    return this.on && this.table.number === number && this.table.seat === seat;
  }

  private async fetch(id: string, number: number, seat: number | null): Promise<void> {
    clearTimeout(this.chancesTimer);
    try {
      const found = await api.forecast(id, seat);
      if (!this.isShown(found.number, seat)) return;
      this.info = found;
      if (!this.plans(found).includes(this.opened ?? "")) this.opened = null;
      if (!found.chances || !this.wantsChances(found.forecast)) return;
      this.chancesTimer = setTimeout(() => void this.fetchChances(id, number, seat), CHANCES_REST);
    } catch {
      this.info = null; // what can be seen without it stays
    }
  }

  private plans(found: ForecastInfo): string[] {
    const { plans = [] } = found.forecast as { plans?: { ref: string }[] };
    return plans.map(({ ref }) => ref);
  }

  private async fetchChances(id: string, number: number, seat: number | null): Promise<void> {
    if (!this.isShown(number, seat)) return;
    this.seeking = true;
    try {
      const found = await api.chances(id, seat);
      if (this.isShown(found.number, seat)) this.chances = found;
    } catch {
      this.chances = null; // the exact parts stay, the chances are unknown
    } finally {
      this.seeking = false;
    }
  }
}

export function provideForecast(forecast: Forecasts): void {
  setContext(KEY, forecast);
}

/** The forecast of the page a component is on; null where there is none: lessons, replays. */
export function useForecast(): Forecasts | null {
  return getContext<Forecasts | undefined>(KEY) ?? null;
}
