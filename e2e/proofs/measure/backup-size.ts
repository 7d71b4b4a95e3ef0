/**
 * `npm run proof backup-size`: what saving and restoring 1,000,000 referrals of 20,000 users (`--referrals`, `--users`) takes, as
 * the commands print it: rows, size, seconds and the most memory, which must not grow with the rows.
 */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeDataDir } from '../../fixtures/app-process.ts';

const { values: size } = parseArgs({
  options: {
    users: { type: 'string', default: '20000' },
    referrals: { type: 'string', default: '1000000' },
  },
});
const folders = [await makeDataDir(), await makeDataDir()] as const;
const [from, to] = folders;
const file = path.join(from, 'measured.backup.gz.age');

function run(command: string, dataDir: string, given: readonly string[], env = {}): string {
  const said = execFileSync(process.execPath, [`sync-server/operate/${command}.ts`, ...given], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  });
  return said.split('\n')[0] ?? '';
}

try {
  const [, key = ''] = run('backup', from, ['--new-key']).split('=');
  const env = { BACKUP_KEY: key };
  const counts = ['--users', size.users, '--referrals', size.referrals];
  console.log(run('seed', from, counts));
  console.log(run('backup', from, [file], env));
  console.log(run('restore', to, [file], env));
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
