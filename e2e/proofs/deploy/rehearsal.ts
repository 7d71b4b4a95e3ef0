/**
 * `npm run proof deploy-rehearsal`: builds the image and runs it as docs/run/deploying.md says, with its own PostgreSQL on a volume and a
 * read-only root, to the first sign-in, a stop and a second start. Prints the image's size and the times.
 * `-- --tool podman`; `--build-options` and `--run-options` add words, such as `--build-arg=BASE=…`; `--image` takes one
 * that is built.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../fixtures/free-port.ts';

const MB = 1e6;
const SIZE_MAX_MB = 350;
const FIRST_SIGN_IN_MAX_MS = 300_000;
const LOOK_EVERY_MS = 250;
const NAME = `sunloop-rehearsal-${process.pid}`;
/** None of these may be in the image. */
const BUILD_TOOLS = ['npm', 'npx', 'gcc', 'make', 'python3', 'git'];

const text = { type: 'string', default: '' } as const;
const { values: options } = parseArgs({
  options: {
    tool: { ...text, default: 'docker' },
    image: text,
    'build-options': text,
    'run-options': text,
  },
});
const wordsOf = (given: string) => given.split(' ').filter((word) => word !== '');

/** Runs the container tool; returns what it printed. */
function tool(...args: string[]): string {
  const [command = '', ...first] = wordsOf(options.tool);
  return execFileSync(command, [...first, ...args], { encoding: 'utf8' }).trim();
}

const secondsSince = (at: number) => `${((Date.now() - at) / 1000).toFixed(1)} s`;
const image = options.image || build();
const size = Number(tool('image', 'inspect', '--format', '{{.Size}}', image)) / MB;
console.log(`image: ${size.toFixed(0)} MB`);
assert.ok(size < SIZE_MAX_MB, `the image may have ${SIZE_MAX_MB} MB`);

const port = String(await findFreePort());
const origin = `http://127.0.0.1:${port}`;
tool('volume', 'create', NAME);
try {
  const startedAt = Date.now();
  start();
  const password = await firstPassword(startedAt);
  await signIn(password);
  console.log(`container to first sign-in: ${secondsSince(startedAt)}`);
  const inside = `id -u; for tool in ${BUILD_TOOLS.join(' ')}; do command -v $tool; done; touch /x 2>/dev/null && echo /x; ls -d node_modules/vite node_modules/typescript node_modules/playwright 2>/dev/null; true`;
  assert.equal(
    tool('exec', NAME, 'sh', '-c', inside),
    '10001',
    'not root, no build tools, root is read-only',
  );
  const acts = "Acts on Sunloop's own database in /data, by the settings of the environment";
  assert.ok(tool('exec', NAME, 'sunloop', 'backup', '/data/kept.backup.gz').startsWith(acts));
  stop();
  const beside = ['--rm', '-v', `${NAME}:/data`, ...wordsOf(options['run-options']), image];
  const restored = ['sunloop', 'restore', '/data/kept.backup.gz', '--replace'];
  assert.match(tool('run', ...beside, ...restored), /\nRestored \d+ rows/);
  const againAt = Date.now();
  start();
  await untilReady(againAt);
  await signIn(password);
  console.log(`second start to sign-in: ${secondsSince(againAt)}`);
  stop();
} finally {
  tool('rm', '--force', NAME);
  tool('volume', 'rm', NAME);
}

function build(): string {
  const startedAt = Date.now();
  const [file, tag] = ['sync-server/operate/deploy/Dockerfile', 'sunloop'];
  tool('build', ...wordsOf(options['build-options']), '-f', file, '-t', tag, '.');
  console.log(`built in ${secondsSince(startedAt)}`);
  return tag;
}

function start(): void {
  const bounds = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
  const place = ['-e', `PORT=${port}`, '-p', `127.0.0.1:${port}:${port}`, '-v', `${NAME}:/data`];
  tool('run', '-d', '--name', NAME, ...bounds, ...place, ...wordsOf(options['run-options']), image);
}

/** It ends by itself when it is told to, and removes nothing. */
function stop(): void {
  const startedAt = Date.now();
  tool('stop', '-t', '30', NAME);
  assert.equal(tool('inspect', '--format', '{{.State.ExitCode}}', NAME), '0');
  console.log(`stopped in ${secondsSince(startedAt)}`);
  tool('rm', NAME);
}

async function untilReady(startedAt: number): Promise<void> {
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (Date.now() - startedAt > FIRST_SIGN_IN_MAX_MS) throw new Error(tool('logs', NAME));
    await pause(LOOK_EVERY_MS);
  }
}

/** Where the operator reads it. */
async function firstPassword(startedAt: number): Promise<string> {
  await untilReady(startedAt);
  return tool('exec', NAME, 'cat', '/data/admin-password');
}

async function signIn(password: string): Promise<void> {
  const response = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'admin@localhost', password }),
  });
  assert.equal(response.status, 200, await response.text());
}
