/** A referral as a device sends it; every contestant sends the same ones. */
export interface BenchRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly date: string;
}

/** This many people named after the word; runs in Node and in pages. */
export function makeRows(word: string, count: number): BenchRow[] {
  const date = new Date().toISOString();
  return Array.from({ length: count }, (_, at) => ({
    id: crypto.randomUUID(),
    name: `Friend ${at + 1} of ${word}`,
    email: `friend.${at + 1}.${word}@example.com`,
    // With fewer than seven digits the app asks whether they are right.
    phone: `000-${String(at + 1).padStart(5, '0')}`,
    date,
  }));
}

/** The rows as they are in a person's file. */
export function toCsv(rows: readonly BenchRow[]): string {
  return rows.map(({ name, email, phone }) => `${name},${email},${phone}`).join('\r\n');
}
