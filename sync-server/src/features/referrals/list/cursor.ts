import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Id, storableText } from '@sunloop/shared-types';
import * as v from 'valibot';
import { invalid } from '../../../http/errors.ts';
import type { Sort } from './sort.ts';

/**
 * A place in a sorted list: the keys of the row before it. Whatever happens to that row, the list goes on from there.
 */
export interface Cursor {
  /** Times as milliseconds. */
  readonly key: string;
  readonly createdMs: string;
  readonly id: string;
}

const Whole = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/));
const KEYS = { text: storableText, number: Whole, time: Whole } as const satisfies Record<
  Sort['type'],
  v.GenericSchema
>;

/** SQL for a time's milliseconds as text, and for the time they stand for. */
export const msOf = (time: string) => `(extract(epoch from ${time}) * 1000)::bigint::text`;
export const timeOf = (ms: string) => `to_timestamp(${ms}::bigint / 1000.0)`;

const spelled = ({ key, isDescending }: Sort) => (isDescending ? `-${key}` : key);

/** The cursor as text that nobody else reads; it names its order, since it means nothing in another. */
export function encodeCursor(sort: Sort, { key, createdMs, id }: Cursor): string {
  return Buffer.from(JSON.stringify([spelled(sort), key, createdMs, id])).toString('base64url');
}

/**
 * Reads a cursor; in the list's own order (`isPlain`) also the id of a row, even a deleted one as long as it is remembered.
 * Throws 400 if it is of another order or the row is not known.
 */
export async function readCursor(
  em: SqlEntityManager,
  after: string,
  { sort, isPlain }: { sort: Sort; isPlain: boolean },
): Promise<Cursor> {
  const id = v.safeParse(Id, after);
  if (id.success)
    return isPlain ? findPlace(em, id.output) : refuse('This id is no place in a sorted list');
  const parsed = v.safeParse(
    v.tuple([v.literal(spelled(sort)), KEYS[sort.type], Whole, Id]),
    decode(after),
  );
  if (!parsed.success) return refuse('This is no place in this list');
  const [, key, createdMs, lastId] = parsed.output;
  return { key, createdMs, id: lastId };
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

async function findPlace(em: SqlEntityManager, id: string): Promise<Cursor> {
  const [row] = await em.execute<{ ms: string }[]>(
    `select ${msOf('created_at')} as ms from referrals where id = :id
     union all
     select ${msOf('created_at')} from referral_tombstones where id = :id and created_at is not null`,
    { id },
  );
  return row ? { key: row.ms, createdMs: row.ms, id } : refuse('This referral is not known');
}

function refuse(what: string): never {
  const text = `${what}: please start again from the first page`;
  throw invalid(text, { after: text });
}
