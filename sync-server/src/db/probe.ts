import { openAsker, type Asker } from './asker.ts';
import { REQUEST_DEADLINES, type Deadlines } from './deadlines.ts';
import { migrationNames } from './migrations/list.ts';

/** A balancer asks every few seconds and needs a quick answer; milliseconds. */
const PROBE_DEADLINE_MS = 1500;

const FIND_DONE = `select name, current_setting('transaction_read_only') = 'on' as "isReadOnly" from mikro_orm_migrations`;
/** There is no such table before the first migration. */
const UNDEFINED_TABLE = '42P01';

/** What the database can do for this build: `read-only` is a standby, which every failover passes through. */
export type Readiness = 'ready' | 'read-only' | 'not migrated';

export interface Probe {
  /** How the database is; throws if it does not answer in time. */
  readiness(): Promise<Readiness>;
  close(): Promise<void>;
}

/** Asks the database on a separate connection. Calls made while it is being asked share the answer. */
export function openProbe(url: string, given: Deadlines = REQUEST_DEADLINES): Probe {
  const asker = openAsker(url, given, PROBE_DEADLINE_MS);
  let asking: Promise<Readiness> | undefined;
  const readiness = () => {
    asking ??= ask(asker).finally(() => (asking = undefined));
    return asking;
  };
  return { readiness, close: () => asker.close() };
}

async function ask(asker: Asker): Promise<Readiness> {
  try {
    const rows = await asker.ask<{ name: string; isReadOnly: boolean }>(FIND_DONE);
    const done = new Set(rows.map(({ name }) => name));
    if (!migrationNames.every((name) => done.has(name))) return 'not migrated';
    return rows.some(({ isReadOnly }) => isReadOnly) ? 'read-only' : 'ready';
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return 'not migrated';
    throw error;
  }
}
