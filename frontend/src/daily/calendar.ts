// Months as rows of days, "2026-11-18"; days are those of the server, which begin at 00:00 UTC.

const DAY = 86_400_000;

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The month so many months later: step("2026-12", 1) is "2027-01". */
export function step(month: string, by: number): string {
  return new Date(Date.UTC(year(month), index(month) + by, 1)).toISOString().slice(0, 7);
}

/** The weeks of a month, from Monday to Sunday; "" stands for a day of another month. */
export function month(month: string): string[][] {
  const first = Date.UTC(year(month), index(month), 1);
  const days: string[] = Array.from({ length: (new Date(first).getUTCDay() + 6) % 7 }, () => "");
  for (let at = first; monthOf(iso(at)) === month; at += DAY) days.push(iso(at));
  while (days.length % 7) days.push("");
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

function iso(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function year(month: string): number {
  return Number(month.slice(0, 4));
}

function index(month: string): number {
  return Number(month.slice(5, 7)) - 1;
}
