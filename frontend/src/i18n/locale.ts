// How a reader writes dates: as in their country, if the browser names it, within the language of the page.

/** The first of the browser's languages that is this one, with its region: "en-GB" for "en". */
export function localeWithin(language: string, preferred: readonly string[]): string {
  return preferred.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}
