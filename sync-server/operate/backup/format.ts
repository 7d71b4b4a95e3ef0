import { hash } from 'node:crypto';
import * as v from 'valibot';

/**
 * A backup is gzipped text: a head, then for each table its name and columns, one line of JSON per row and the sum of
 * those lines, and an end that counts the rows, so that an incomplete or altered backup is recognized.
 */
export const Head = v.object({
  sunloop: v.literal(1),
  takenAt: v.string(),
  /** Migrations that had been run when the rows were saved. */
  migrations: v.pipe(v.array(v.string()), v.minLength(1)),
});
export type Head = v.InferOutput<typeof Head>;

export const TableLine = v.tuple([v.literal('table'), v.string(), v.array(v.string())]);
/** Table, number of rows, sum of its lines; backups of older builds have none. */
export const SumLine = v.tuple([v.literal('sum'), v.string(), v.number(), v.string()]);
export const EndLine = v.tuple([v.literal('end'), v.number()]);

/** A row is an object; the lines between rows are lists. */
export const isRowLine = (line: string) => line.startsWith('{');

export const writeLine = (value: unknown) => `${JSON.stringify(value)}\n`;

/** What a table holds, whatever the order of its rows. */
export interface TableSum {
  readonly rows: number;
  readonly sum: string;
}

/** Sums the lines of a table's rows: the first 60 bits of each one's MD5. `sumInDatabase` does the same in SQL. */
export class LineSum {
  #rows = 0;
  #sum = 0n;

  add(line: string): void {
    this.#rows += 1;
    this.#sum += BigInt(`0x${hash('md5', line).slice(0, HEX_DIGITS)}`);
  }

  get is(): TableSum {
    return { rows: this.#rows, sum: String(this.#sum) };
  }
}

const HEX_DIGITS = 15;

/** A query for the `TableSum` of lines, which another query selects as `line`. */
export const sumInDatabase = (lines: string) => `
  select count(*)::int as rows,
    coalesce(sum(('x' || left(md5(line), ${HEX_DIGITS}))::bit(60)::bigint), 0)::text as sum
  from (${lines}) l`;

/** The file is not what was saved. */
export class DamagedBackup extends Error {}
