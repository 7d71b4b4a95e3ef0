import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { BackupState } from '@sunloop/shared-types/ground/admin.ts';
import { isoTime } from '../../db/query/iso-time.ts';

const STATE = `
  select ${isoTime('s.saved_at', 'savedAt')}, s.bytes::float8 as bytes, s.rows::float8 as rows,
    ${isoTime('(select max(verified_at) from backup_runs)', 'verifiedAt')},
    ${isoTime('(select max(copied_at) from backup_runs)', 'copiedAt')},
    n.fault, ${isoTime('n.fault_at', 'faultAt')}
  from (select * from backup_runs order by night desc limit 1) n
  left join (select * from backup_runs where saved_at is not null order by night desc limit 1) s on true`;

/**
 * The newest backup this server has made by itself: when it was saved, its bytes and rows, when one was last restored and
 * compared, when one was last copied, and what went wrong with the newest. Undefined if it makes none.
 */
export async function findBackupState(em: SqlEntityManager): Promise<BackupState | undefined> {
  const [state] = await em.execute<BackupState[]>(STATE);
  return state;
}
