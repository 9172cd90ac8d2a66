// What this browser stores between visits. The page also works where storing is not allowed.

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // not allowed here: the value holds until the page is left
  }
}
