import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '../env/env.ts';
import { bad, ok, warn, type Finding } from './finding.ts';

/** As long as 128 bits in base64. */
const KEY_MIN = 22;
const CHARACTERS_MIN = 10;
const KEYS_MAX = 5;
/** Rights of others than the owner. */
const OTHERS = 0o077;

/** Whether the keys that sign sessions are there, strong, and few. */
export function checkSessionKeys({ sessionKeys, databaseUrl }: Env): Finding[] {
  if (!sessionKeys) {
    return databaseUrl === undefined
      ? [ok('session keys', 'one, made once and kept in DATA_DIR')]
      : [
          warn(
            'session keys',
            'SESSION_KEYS is not set: the key is in DATA_DIR of this machine, and another machine signs people out. Set ' +
              'it to the same everywhere: openssl rand -hex 32',
          ),
        ];
  }
  const found: Finding[] = [];
  if (sessionKeys.some((key) => key.length < KEY_MIN || new Set(key).size < CHARACTERS_MIN))
    found.push(
      bad(
        'session keys',
        'one can be guessed, and with it any session be made: openssl rand -hex 32',
      ),
    );
  if (new Set(sessionKeys).size < sessionKeys.length)
    found.push(warn('session keys', 'one is there twice: remove it'));
  if (sessionKeys.length > KEYS_MAX)
    found.push(
      warn(
        'session keys',
        `${sessionKeys.length} count: remove those that were replaced more than 180 days ago`,
      ),
    );
  return found.length > 0 ? found : [ok('session keys', `${sessionKeys.length} of enough length`)];
}

/** Whether the first password still lies about, and who may read files with secrets; `root` is where the machine's files begin. */
export async function checkSecretFiles({ dataDir }: Env, root = '/'): Promise<Finding[]> {
  const found: Finding[] = [];
  if (await isThere(path.join(dataDir, 'admin-password')))
    found.push(
      warn(
        'first password',
        `change it in the profile if nobody has, then delete ${path.join(dataDir, 'admin-password')}`,
      ),
    );
  const names = ['session-key', 'admin-password', 'postgres-password'];
  const files = names.map((name) => path.join(dataDir, name));
  for (const file of [...files, path.join(root, 'etc/sunloop.env')]) {
    if ((await isThere(file)) && ((await stat(file)).mode & OTHERS) !== 0)
      found.push(bad('secrets', `others than its owner may read ${file}: chmod 600`));
  }
  return found;
}

async function isThere(file: string): Promise<boolean> {
  return access(file, constants.F_OK).then(
    () => true,
    () => false,
  );
}
