import * as v from 'valibot';

/**
 * A backup is gzipped text: a head, then for each table its name and columns and one line of JSON per row,
 * and an end that counts the rows, so that an incomplete backup is recognized.
 */
export const Head = v.object({
  sunloop: v.literal(1),
  takenAt: v.string(),
  /** Migrations that had been run when the rows were saved. */
  migrations: v.pipe(v.array(v.string()), v.minLength(1)),
});
export type Head = v.InferOutput<typeof Head>;

export const TableLine = v.tuple([v.literal('table'), v.string(), v.array(v.string())]);
export const EndLine = v.tuple([v.literal('end'), v.number()]);

/** A row is an object; the lines between rows are lists. */
export const isRowLine = (line: string) => line.startsWith('{');

export const writeLine = (value: unknown) => `${JSON.stringify(value)}\n`;
