// Where the page lives: empty for a whole host, "/skerry" behind a proxy that gives us that path.
export const BASE =
  document.querySelector<HTMLMetaElement>('meta[name="skerry-base"]')?.content ?? "";

/** The address of a page or file of ours: `at("/t/abc")`. */
export function at(path: string): string {
  return BASE + path;
}
