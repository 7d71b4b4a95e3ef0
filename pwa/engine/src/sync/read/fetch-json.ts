import type { Route } from '@sunloop/shared-types/route.ts';
import * as v from 'valibot';
import { callIfChanged } from '../../api/client.ts';
import { NotSent } from '../../api/problems.ts';
import { isOtherShape } from '../../data/read-shapes.ts';
import type { ResourceRow, UserDb } from '../../data/user-db.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { putResource, storeUnlessOvertaken, stateBeforeAsking } from './store-answer.ts';

/** A read of the user's own data whose answer is kept as it is. */
export type JsonRoute = Route & { readonly answers: { readonly 200: v.GenericSchema } };

type DataOf<R extends JsonRoute> = v.InferOutput<R['answers'][200]>;

/** What is kept with an answer besides it, and how to give up waiting for it. */
export interface FetchOptions<Data = unknown> {
  firstSerial?: number;
  signal?: AbortSignal;
  /** What else a new answer changes, beside the one it replaces; in the transaction that stores it. */
  heed?: (data: Data, before: Data | undefined, now: number) => Promise<void>;
}

/** Fetches such a read once and stores its answer; throws `Problem` if that fails. */
export async function fetchJson<R extends JsonRoute>(
  db: UserDb,
  route: R,
  deps: SyncDeps,
  { signal, heed, ...kept }: FetchOptions<DataOf<R>> = {},
): Promise<void> {
  const { path } = route;
  const asked = await stateBeforeAsking(db, path);
  const fetchedAt = deps.now();
  // A tag is useful only while this build can read the data it belongs to.
  const held = parseStored(route, asked.stored);
  const isOurs = held && !isOtherShape(asked.stored);
  const etag = isOurs ? (asked.stored?.etag ?? null) : null;
  const input = { params: { userId: db.userId }, query: undefined, body: undefined };
  const options = { etag, expectedUser: db.userId, ...(signal && { signal }) };
  const answer = await callIfChanged<Route>(route, { ...input, ...options });
  if (answer.notModified && !held) throw new NotSent('malformed');
  const data = answer.notModified ? held?.data : answer.data;
  const { next } = answer;
  const row = { path, data, etag: answer.etag ?? etag, fetchedAt, ...kept, ...(next && { next }) };
  await storeUnlessOvertaken(db, { path, asked }, async () => {
    if (!answer.notModified) await heed?.(answer.data, held?.data, fetchedAt);
    await putResource(db, row);
  });
}

/** What is kept of a read, parsed; undefined if nothing is kept, or nothing this build can read. */
export function parseStored<R extends JsonRoute>(
  route: R,
  row: ResourceRow | undefined,
): { data: DataOf<R> } | undefined {
  const parsed = v.safeParse(route.answers[200], row?.data);
  return parsed.success ? { data: parsed.output } : undefined;
}
