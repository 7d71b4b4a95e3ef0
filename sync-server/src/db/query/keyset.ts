import { Id, storableText } from '@sunloop/shared-types/values/text.ts';
import * as v from 'valibot';

/** How rows are sorted: by this column, then by `created_at`, then by `id`. */
export interface Sort {
  readonly key: string;
  readonly type: 'text' | 'number' | 'time';
  readonly isDescending: boolean;
}

/** What rows are sorted by: the key, then the receipt, then the id. */
export const keyColumns = ({ key }: Sort) => [...new Set([key, 'created_at', 'id'])];

/** The columns of an `order by`. */
export function orderBy(sort: Sort, table: string): string {
  const direction = sort.isDescending ? 'desc' : 'asc';
  return keyColumns(sort)
    .map((column) => `${table}.${column} ${direction}`)
    .join(', ');
}

/**
 * A place in a sorted list: the keys of the row before it. Whatever happens to that row, the list goes on from there.
 */
export interface Cursor {
  /** Times as milliseconds. */
  readonly key: string;
  readonly createdMs: string;
  readonly id: string;
}

/** SQL for a time's milliseconds as text, and for the time they stand for. */
export const msOf = (time: string) => `(extract(epoch from ${time}) * 1000)::bigint::text`;
const timeOf = (ms: string) => `to_timestamp(${ms}::bigint / 1000.0)`;

/** What a cursor is made of, to be selected with each row. */
export const cursorColumns = (sort: Sort, table: string) =>
  `${sort.type === 'time' ? msOf(`${table}.${sort.key}`) : `${table}.${sort.key}::text`} as "sortKey",
   ${msOf(`${table}.created_at`)} as "createdMs"`;
/** A row with them. */
export type Placed<Row> = Row & { id: string; sortKey: string; createdMs: string };

/** What comes after the cursor, whose parts are the statement's values. */
export function behind(sort: Sort, table: string, isContinued: boolean): string[] {
  if (!isContinued) return [];
  const columns = keyColumns(sort).map((column) => `${table}.${column}`);
  const places: Record<string, string> = {
    [sort.key]: { text: ':key', number: ':key::bigint', time: timeOf(':key') }[sort.type],
    created_at: timeOf(':createdMs'),
    id: ':id::uuid',
  };
  const values = keyColumns(sort).map((column) => places[column]);
  return [`(${columns.join(', ')}) ${sort.isDescending ? '<' : '>'} (${values.join(', ')})`];
}

/** A page of `limit` rows and the cursor of the next one, from the rows found if one more was asked for. */
export function cutPage<Row>(found: readonly Placed<Row>[], sort: Sort, limit = found.length) {
  const rows = found.slice(0, limit).map(({ sortKey: _key, createdMs: _created, ...row }) => row);
  const last = found[limit - 1];
  const next = last && found.length > limit ? encodeCursor(sort, last) : undefined;
  return { rows, next };
}

const Whole = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/));
const KEYS = { text: storableText, number: Whole, time: Whole } as const satisfies Record<
  Sort['type'],
  v.GenericSchema
>;

const spelled = ({ key, isDescending }: Sort) => (isDescending ? `-${key}` : key);

/** The cursor as text that nobody else reads; it names its order, since it means nothing in another. */
function encodeCursor<Row>(sort: Sort, { sortKey, createdMs, id }: Placed<Row>): string {
  return Buffer.from(JSON.stringify([spelled(sort), sortKey, createdMs, id])).toString('base64url');
}

/** Reads a cursor; undefined if it is none of this order. */
export function readCursor(text: string, sort: Sort): Cursor | undefined {
  const parsed = v.safeParse(
    v.tuple([v.literal(spelled(sort)), KEYS[sort.type], Whole, Id]),
    decode(text),
  );
  if (!parsed.success) return undefined;
  const [, key, createdMs, id] = parsed.output;
  return { key, createdMs, id };
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
