// Who is at the door: a name before a table that needs one, one deed at a time, and why the last one failed.
import { api } from "../api";
import { errorText } from "../errorText";
import { t } from "../i18n/i18n.svelte";
import { go } from "../route.svelte";
import type { Me, NewTable, TableInfo } from "../types.gen";

export class Visitor {
  me: Me | null = $state.raw(null);
  /** The sheet that is open over the page. */
  asking: "name" | "rules" | null = $state(null);
  /** Why the last deed failed: stays until the next one. */
  refused = $state("");
  starting = $state(false);
  private then: (() => Promise<void>) | null = null;

  async load(): Promise<void> {
    this.me = await api.me().catch(() => null);
  }

  /** Open the sheet for a name; what failed before has nothing to do with it. */
  askName(): void {
    this.refused = "";
    this.asking = "name";
  }

  /** Ask for a name first if there is none yet. */
  async named(work: () => Promise<void>): Promise<void> {
    if (this.me?.name) return this.run(work);
    this.then = work;
    this.askName();
  }

  /** Take a name, then do what it was asked for. */
  async rename(name: string): Promise<void> {
    this.refused = "";
    try {
      this.me = await api.name(name);
    } catch (error) {
      this.refused = errorText(error);
      return;
    }
    this.asking = null;
    const work = this.then;
    this.then = null;
    if (work) await this.run(work);
  }

  async run(work: () => Promise<void>): Promise<void> {
    if (this.starting) return;
    this.starting = true;
    this.refused = "";
    try {
      await work();
    } catch (error) {
      this.refused = errorText(error);
    } finally {
      this.starting = false;
    }
  }

  /** Whoever has no name plays as a guest. */
  async beGuest(): Promise<void> {
    if (!this.me?.name) this.me = await api.name(t("guest"));
  }

  /** One press: make a table and go there, as a guest if need be. */
  readonly play = (newTable: NewTable): Promise<void> =>
    this.run(async () => {
      await this.beGuest();
      const made = await api.make(newTable);
      go(`/t/${made.table.id}`);
    });

  /** Make a table under a name of one's own. */
  readonly make = (newTable: NewTable): Promise<void> =>
    this.named(async () => {
      const made = await api.make(newTable);
      go(`/t/${made.table.id}`);
    });

  readonly join = (table: TableInfo): Promise<void> =>
    this.named(async () => {
      await api.join(table.id);
      go(`/t/${table.id}`);
    });
}
