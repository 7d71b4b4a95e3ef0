import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type BadKinds,
  changeRows,
  type Installation,
  setting,
  writeUntilOver,
} from './installation.ts';

const DEPLOY = path.join(import.meta.dirname, '../../../operate/deploy');

const backup = (change: string) => (good: Installation) =>
  changeRows(
    good,
    `update backup_runs set ${change}`,
    `update backup_runs set saved_at = now(), verified_at = now(), copied_at = now(), fault = null, fault_at = null`,
  );

/** A sample without one of its lines, where the guide installs it. */
const older = (check: string, [sample, at, line]: readonly [string, string, string]) =>
  [
    new RegExp(`^warn ${check}: .* lacks what this build's sample has \\(${line}\\)`),
    async ({ root }: Installation) => {
      const text = await readFile(path.join(DEPLOY, sample), 'utf8');
      return writeUntilOver(path.join(root, at), { text: text.replace(line, '') });
    },
  ] as const;

/** Disks, files, and backups. */
export const badMachines: BadKinds = {
  'DATA_DIR is no folder': setting({ DATA_DIR: '/dev/null' }, /^bad disk: DATA_DIR .*is no folder/),
  'BACKUP_DIR is no folder': setting({ BACKUP_DIR: '/dev/null' }, /^bad disk: BACKUP_DIR .*is no/),
  // Root may write everywhere, and finds no room there.
  'BACKUP_DIR cannot be written': setting(
    { BACKUP_DIR: '/proc/nowhere' },
    /^bad disk: .*(cannot be written|0 MB are free at BACKUP_DIR)/,
  ),
  'the disk is full': setting(
    { DISK_RESERVE_MB: '1000000' },
    /^bad disk: .*writes are refused below 1000000/,
  ),
  'a database of the server itself is in memory': [
    /^bad disk: DATA_DIR .*is in memory/,
    async () => {
      const folder = await mkdtemp('/dev/shm/sunloop-');
      onTestFinished(() => rm(folder, { recursive: true }));
      return { set: { DATABASE_URL: '', DATA_DIR: folder } };
    },
  ],
  'others may read the session key': [
    /^bad secrets: .*session-key: chmod 600/,
    ({ folder }) => writeUntilOver(path.join(folder, 'session-key'), { mode: 0o644 }),
  ],
  'others may read the file of settings': [
    /^bad secrets: .*sunloop\.env: chmod 600/,
    ({ root }) =>
      writeUntilOver(path.join(root, 'etc/sunloop.env'), { text: 'PORT=3000\n', mode: 0o644 }),
  ],
  'the first password lies about': [
    /^warn first password: change it/,
    ({ folder }) => writeUntilOver(path.join(folder, 'admin-password'), {}),
  ],
  'a name among the settings is misspelled': [
    /^warn settings: SMPT_URL in .* is no setting of this build/,
    ({ root }) => writeUntilOver(path.join(root, 'etc/sunloop.env'), { text: 'SMPT_URL=smtp://x' }),
  ],
  'the unit is of an older build': older('unit', [
    'sunloop.service',
    'etc/systemd/system/sunloop.service',
    'Type=notify',
  ]),
  'nginx is set up as for an older build': older('proxy', [
    'nginx.conf',
    'etc/nginx/sites-available/sunloop',
    'client_max_body_size 9m;',
  ]),
  'Caddy is set up as for an older build': older('proxy', [
    'Caddyfile',
    'etc/caddy/Caddyfile',
    'keepalive 60s',
  ]),
  'no backups are made': setting({ BACKUP_DIR: '' }, /^warn backup: the server makes none/),
  'a key for backups has no folder': setting(
    { BACKUP_DIR: '' },
    /^warn backup: BACKUP_KEY is set without BACKUP_DIR/,
  ),
  'backups are not encrypted': setting({ BACKUP_KEY: '' }, /^warn backup: it is not encrypted/),
  'backups are on the same disk only': setting(
    { BACKUP_COPY: '' },
    /^warn backup: BACKUP_DIR is on the disk of DATA_DIR/,
  ),
  'no backup was made yet': [
    /^warn backup: none was made yet/,
    (good) =>
      changeRows(
        good,
        'delete from backup_runs',
        `insert into backup_runs (night, saved_at, bytes, rows, verified_at, copied_at)
         values (current_date, now(), 1, 1, now(), now())`,
      ),
  ],
  'the newest backup failed': [
    /^bad backup: the newest failed: no room/,
    backup("fault = 'no room', fault_at = now()"),
  ],
  'the newest backup is old': [
    /^bad backup: none was saved for 50 hours/,
    backup("saved_at = now() - interval '50 hours'"),
  ],
  'no backup was restored on trial': [
    /^bad backup: none was restored and compared for ever/,
    backup('verified_at = null'),
  ],
  'no backup was copied away': [
    /^bad backup: none was copied for 50 hours/,
    backup("copied_at = now() - interval '50 hours'"),
  ],
  'a database of the server itself does not run': [
    /^warn database: its own, which does not run/,
    async ({ folder }) => {
      const own = path.join(folder, 'own');
      onTestFinished(() => rm(own, { recursive: true }));
      await mkdir(path.join(own, 'postgres'), { recursive: true });
      await writeFile(path.join(own, 'postgres/PG_VERSION'), '18');
      return { set: { DATABASE_URL: '', DATA_DIR: own } };
    },
  ],
};
