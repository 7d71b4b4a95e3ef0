import * as v from 'valibot';

/**
 * A backup is gzipped text: a head, then for each table its name and columns and a line of JSON for each row, and an
 * end that counts the rows, so that a backup that broke off is recognized.
 */
export const Head = v.object({
  sunloop: v.literal(1),
  takenAt: v.string(),
  /** Schema steps the rows belong to. */
  migrations: v.pipe(v.array(v.string()), v.minLength(1)),
});
export type Head = v.InferOutput<typeof Head>;

export const TableLine = v.tuple([v.literal('table'), v.string(), v.array(v.string())]);
export const EndLine = v.tuple([v.literal('end'), v.number()]);

/** A row is an object; what stands between rows is a list. */
export const isRowLine = (line: string) => line.startsWith('{');

export const writeLine = (value: unknown) => `${JSON.stringify(value)}\n`;
