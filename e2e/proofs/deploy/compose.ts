/**
 * `npm run proof compose-trial`: starts the compose file as it is, on ports 80 and 443 of this machine, to the first sign-in over
 * TLS; then `down` and `up`, after which the same account is there; in the end nothing of it is left. Caddy makes the
 * certificate of `localhost` itself. `-- --tool podman-compose` for others; `--built` takes images that are there.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signIn } from './visit.ts';

const FOLDER = path.join(import.meta.dirname, '../../../sync-server/operate/deploy');
const SETTINGS = path.join(FOLDER, '.env');
const PLACE = { origin: 'https://localhost', port: 443 };
/** Its own volumes: the end deletes them. */
const PROJECT = ['-p', `sunloop-trial-${process.pid}`];
const ADMIN = { email: 'office@example.com', password: randomBytes(16).toString('hex') };
const GIVE_UP_MS = 300_000;
const LOOK_EVERY_MS = 500;

const { values: options } = parseArgs({
  options: {
    tool: { type: 'string', default: 'docker compose' },
    built: { type: 'boolean', default: false },
  },
});

/** Runs the compose tool in the folder of the file; returns what it printed. */
function compose(...args: string[]): string {
  const [command = '', ...first] = options.tool.split(' ');
  const quiet = { cwd: FOLDER, encoding: 'utf8', stdio: 'pipe' } as const;
  return execFileSync(command, [...first, ...PROJECT, ...args], quiet).trim();
}

await writeFile(SETTINGS, await settings(), { flag: 'wx', mode: 0o600 });
try {
  await timed('up to the first sign-in', async () => {
    compose('up', '-d', ...(options.built ? [] : ['--build']));
    await untilSignedIn();
  });
  await timed('down', () => Promise.resolve(compose('down')));
  await timed('up again to a sign-in', async () => {
    compose('up', '-d');
    await untilSignedIn();
  });
} finally {
  compose('down', '-v');
  await rm(SETTINGS);
}

/** The example, with what the guide says to set. */
async function settings(): Promise<string> {
  const example = await readFile(path.join(FOLDER, '.env.example'), 'utf8');
  const own = {
    PUBLIC_ORIGIN: PLACE.origin,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SESSION_KEYS: randomBytes(32).toString('hex'),
    POSTGRES_PASSWORD: randomBytes(32).toString('hex'),
  };
  return Object.entries(own).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}=.*`, 'm'), `${name}=${value}`),
    example,
  );
}

/** Tries again until a sign-in succeeds, while containers start. */
async function untilSignedIn(): Promise<void> {
  const giveUpAt = Date.now() + GIVE_UP_MS;
  for (;;) {
    const tried = await attempt().catch((error: unknown) => error);
    if (tried === undefined) return;
    if (Date.now() > giveUpAt) throw new Error(compose('logs'), { cause: tried });
    await pause(LOOK_EVERY_MS);
  }
}

async function attempt(): Promise<void> {
  const { answer } = await signIn(PLACE, ADMIN);
  assert.equal(answer.status, 200, answer.body.toString());
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = Date.now();
  await work();
  console.log(`${what}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}
