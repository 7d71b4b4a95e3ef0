import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Env } from '../env/env.ts';
import { findBackupState } from '../../src/ground/security/backup-state.ts';
import { bad, ok, warn, type Finding } from './finding.ts';

/** A night, and two hours in which it may be late. */
const AGE_MAX_HOURS = 26;
const MS_AN_HOUR = 3_600_000;

/** Whether backups are made, and can be read only with a key. */
export function checkBackupSettings({ backup: { nightly } }: Env): Finding[] {
  if (!nightly)
    return [
      warn(
        'backup',
        'the server makes none: set BACKUP_DIR, unless a timer runs sunloop backup or your PostgreSQL is saved otherwise',
      ),
    ];
  if (nightly.key !== undefined) return [];
  return [warn('backup', 'it is not encrypted: sunloop backup --new-key makes a BACKUP_KEY')];
}

/** When the newest backup was saved, tried and copied. */
export async function checkBackups(em: SqlEntityManager, { backup }: Env): Promise<Finding[]> {
  const { nightly } = backup;
  if (!nightly) return [];
  const found: Finding[] = [];
  const state = await findBackupState(em);
  if (!state) return [warn('backup', 'none was made yet: look again after a night')];
  if (state.fault !== null) found.push(bad('backup', `the newest failed: ${state.fault}`));
  const hours = (time: string | null) =>
    time === null ? Infinity : (Date.now() - Date.parse(time)) / MS_AN_HOUR;
  const say = (what: string, time: string | null) =>
    `none was ${what} for ${time === null ? 'ever' : `${Math.round(hours(time))} hours`}: the server's log says why`;
  if (hours(state.savedAt) > AGE_MAX_HOURS) found.push(bad('backup', say('saved', state.savedAt)));
  else if (hours(state.verifiedAt) > AGE_MAX_HOURS)
    found.push(bad('backup', say('restored and compared', state.verifiedAt)));
  if (nightly.copy !== undefined && hours(state.copiedAt) > AGE_MAX_HOURS)
    found.push(bad('backup', say('copied', state.copiedAt)));
  if (found.length > 0) return found;
  return [ok('backup', `saved ${Math.round(hours(state.savedAt))} hours ago and tried`)];
}
