import * as v from 'valibot';
import { wholeNumber } from './env-bounds.ts';

const KEEP_MAX = 1000;
const LAST_HOUR = 23;

/** The variables about backups (docs/run/backups.md). */
export const BackupVariables = {
  BACKUP_DIR: v.optional(v.string()),
  BACKUP_KEEP: wholeNumber(KEEP_MAX, '7', 1),
  BACKUP_HOUR: wholeNumber(LAST_HOUR, '8'),
  BACKUP_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^AGE-SECRET-KEY-1[A-Z0-9]{58}$/,
        'must be a key that sunloop backup --new-key has made',
      ),
    ),
  ),
  BACKUP_COPY: v.optional(v.string()),
};

type BackupValues = v.InferOutput<v.ObjectSchema<typeof BackupVariables, undefined>>;

/** Backups that the server makes by itself. */
interface NightlyBackups {
  readonly folder: string;
  /** How many files are kept once a newer one was tried. */
  readonly keep: number;
  /** From which hour (UTC) on a night's backup is made. */
  readonly hour: number;
  readonly key: string | undefined;
  /** A command that copies the file BACKUP_FILE elsewhere. */
  readonly copy: string | undefined;
}

export interface BackupSettings {
  readonly key: string | undefined;
  /** Absent: the server makes none by itself. */
  readonly nightly: NightlyBackups | undefined;
}

export function backupsOf(env: BackupValues): BackupSettings {
  const { BACKUP_DIR: folder, BACKUP_KEY: key } = env;
  const rest = { keep: env.BACKUP_KEEP, hour: env.BACKUP_HOUR, key, copy: env.BACKUP_COPY };
  return { key, nightly: folder === undefined ? undefined : { folder, ...rest } };
}
