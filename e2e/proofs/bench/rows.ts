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
  const start = (20_000 + Math.floor(Math.random() * 79_999)) * 100_000;
  return Array.from({ length: count }, (_, at) => ({
    id: crypto.randomUUID(),
    name: `Friend ${at + 1} of ${word}`,
    email: `friend.${at + 1}.${word}@example.com`,
    // Of their own: the server would look afterwards whether those of two files are the same people.
    phone: String(start + at + 1),
    date,
  }));
}

/** The rows as they are in a person's file. */
export function toCsv(rows: readonly BenchRow[]): string {
  return rows.map(({ name, email, phone }) => `${name},${email},${phone}`).join('\r\n');
}
