let changes = 0;

/** A time later than all before it: the server never gives two changes of a row the same one (API.md). */
export function nextVersion(): string {
  changes += 1;
  return new Date(Date.UTC(2026, 0, 3) + changes).toISOString();
}
