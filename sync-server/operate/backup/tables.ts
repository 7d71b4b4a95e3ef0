import type { SqlEntityManager } from '@mikro-orm/postgresql';

export interface Table {
  readonly name: string;
  /** Columns in a backup; without transaction numbers, which mean nothing in another cluster. */
  readonly columns: readonly string[];
}

// Leaves out sessions with the mark of their key and the devices told of news, and limits, which end with their database, messages, which a copy would send again, what is known of
// backups and of the installation, which is about other files and another one, counts, which are kept anew, what search looks through, which housekeeping fills, and
// migrations, which are in the head. A partitioned table is one table.
const FIND_TABLES = `
  select c.oid::int as oid, c.relname as name,
    array_agg(a.attname::text order by a.attnum) as columns,
    array(select f.confrelid::int from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.atttypid <> 'xid8'::regtype
    and c.relname not in ('sessions', 'session_key_mark', 'sign_in_steps', 'rate_limits', 'outgoing_messages', 'push_subscriptions', 'backup_runs', 'installation_faults', 'referral_counts',
      'referral_search', 'referral_search_mark', 'payout_months', 'referral_days', 'counted_referrals', 'completion_times',
      'report_mark', 'mikro_orm_migrations')
  group by c.oid, c.relname order by c.relname`;

interface FoundTable extends Table {
  readonly oid: number;
  readonly needs: readonly number[];
}

/** The tables of a backup, each after those its rows refer to. */
export async function findTables(em: SqlEntityManager): Promise<Table[]> {
  const left = await em.execute<FoundTable[]>(FIND_TABLES);
  const sorted: FoundTable[] = [];
  while (left.length > 0) {
    const isWaiting = (oid: number) => left.some((table) => table.oid === oid);
    const next = left.findIndex(({ needs }) => !needs.some(isWaiting));
    const [table] = left.splice(next, 1);
    if (next < 0 || !table)
      throw new Error('tables that refer to each other cannot be put in order');
    sorted.push(table);
  }
  return sorted.map(({ name, columns }) => ({ name, columns }));
}

/** A query for a table's rows as a backup holds them, in any order. */
export function rowLines({ name, columns }: Table): string {
  const list = columns.map((column) => `"${column}"`).join(', ');
  return `select to_jsonb(t)::text as line from (select ${list} from "${name}") t`;
}

/** Times are written in the session's zone, so that a row has the same line in every session of a transaction that calls this. */
export async function tellTimesInUtc(em: SqlEntityManager): Promise<void> {
  await em.execute("set local time zone 'UTC'");
}
