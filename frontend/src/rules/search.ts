// Finding rules and cards by words or by a question: "Joinery", "how do I win".

export interface Findable {
  title: string;
  text: string[];
}

const letters = (text: string) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** The words of a text, in small letters without accents. */
export function wordsOf(text: string): string[] {
  return letters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Does a word begin like the one looked for? Endings of longer words may differ: "scoring", "scores". */
function alike(word: string, wanted: string): boolean {
  if (word.startsWith(wanted)) return true;
  return wanted.length > 5 && word.startsWith(wanted.slice(0, -2));
}

/**
 * What fits best comes first: everything that has all the words, else what has most of them.
 * Words of one group in `same` mean the same ("win", "victory").
 * Words that every question has ("how", "do", "I") do not count unless there are no others.
 */
export function search<T extends Findable>(
  all: T[],
  query: string,
  common: string[],
  same: string[][] = [],
): T[] {
  const asked = wordsOf(query);
  const rare = asked.filter((word) => !common.includes(word));
  const wanted = rare.length ? rare : asked;
  if (wanted.length === 0) return all;
  const found = all.map((each) => {
    const title = wordsOf(each.title);
    const text = wordsOf(each.text.join(" "));
    let hits = 0;
    let weight = 0;
    for (const word of wanted) {
      const meant = [word, ...same.filter((group) => group.includes(word)).flat()];
      const fits = (other: string) => meant.some((each) => alike(other, each));
      const inTitle = title.some(fits);
      const inText = text.filter(fits).length;
      if (inTitle || inText) hits += 1;
      weight += (inTitle ? 10 : 0) + Math.min(inText, 5);
    }
    return { each, hits, weight };
  });
  const most = Math.max(...found.map(({ hits }) => hits), 0);
  if (most === 0 || most < wanted.length / 2) return [];
  return found
    .filter(({ hits }) => hits === most)
    .sort((a, b) => b.weight - a.weight)
    .map(({ each }) => each);
}
