// A fresh view that keeps whatever did not change: what is drawn from the same object is not drawn
// again, and the positions that are kept to look back at hold only their differences.

/** `fresh` with every part that equals the part of `known` replaced by that part. */
export function sharing<T>(known: unknown, fresh: T): T {
  if (known === fresh || typeof fresh !== "object" || fresh === null) return fresh;
  if (typeof known !== "object" || known === null) return fresh;
  if (Array.isArray(fresh)) return Array.isArray(known) ? list(known, fresh) : fresh;
  return Array.isArray(known)
    ? fresh
    : (record(known as Record<string, unknown>, fresh as Record<string, unknown>) as T);
}

function list<T extends unknown[]>(known: unknown[], fresh: T): T {
  let same = known.length === fresh.length;
  for (let n = 0; n < fresh.length; n++) {
    fresh[n] = sharing(known[n], fresh[n]);
    if (fresh[n] !== known[n]) same = false;
  }
  return same ? (known as T) : fresh;
}

function record(
  known: Record<string, unknown>,
  fresh: Record<string, unknown>,
): Record<string, unknown> {
  const keys = Object.keys(fresh);
  let same = keys.length === Object.keys(known).length;
  for (const key of keys) {
    fresh[key] = sharing(known[key], fresh[key]);
    if (fresh[key] !== known[key]) same = false;
  }
  return same ? known : fresh;
}
