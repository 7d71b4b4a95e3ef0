import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { OF_THE_UNIT } from '../env/find-settings.ts';
import { VARIABLE_NAMES } from '../env/env.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const DEPLOY = path.join(ROOT, 'sync-server/operate/deploy');
const EXPOSURE_MAX = 3;
const textOf = (name: string) => readFile(path.join(DEPLOY, name), 'utf8');
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

test('the sample of settings names each setting once, and what compose.yaml asks for', async () => {
  const sample = namesIn(await textOf('.env.example'), /^#?([A-Z][A-Z0-9_]*)=/gm);
  const asked = namesIn(await textOf('compose.yaml'), /\$\{([A-Z0-9_]+)/g);
  const names = new Set([...VARIABLE_NAMES, ...asked, 'COMPOSE_PROJECT_NAME']);
  expect(sample.toSorted()).toEqual([...names].toSorted());
});

test('commands take for the unit what the unit says', async () => {
  const unit = await textOf('sunloop.service');
  const pairs = Object.entries(OF_THE_UNIT).map(([name, value]) => `${name}=${value}`);
  expect(unit).toContain(`\nEnvironment=${pairs.join(' ')}\nEnvironmentFile=/etc/sunloop.env\n`);
});

test('compose builds from the top of the repository, by words that every Compose knows', async () => {
  const text = await textOf('compose.yaml');
  const context = /context: (\S+)/.exec(text)?.[1] ?? '';
  expect(path.resolve(DEPLOY, context)).toBe(ROOT);
  // Compose 1 refuses it; both take the project's name from .env.
  expect(text).not.toMatch(/^name:/m);
});

test('nginx has one zone of each name', async () => {
  const zones = namesIn(await textOf('nginx.conf'), /(?:^ *zone |shared:)(\w+)/gm);
  expect(zones).toHaveLength(2);
  expect(new Set(zones).size).toBe(2);
});

test('the operations page tells of each setting', async () => {
  const page = await readFile(path.join(ROOT, 'docs/run/operations.md'), 'utf8');
  expect(VARIABLE_NAMES.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});

test('unit, image and samples start what there is', async () => {
  for (const name of ['sunloop.service', 'Dockerfile'])
    for (const script of namesIn(await textOf(name), /(sync-server\/src\/[\w-]+\.ts)/g))
      expect(existsSync(path.join(ROOT, script)), script).toBe(true);
  expect(await textOf('sunloop.service')).toMatch(/^ExecStart=.*main\.ts$/m);
  expect(await textOf('Dockerfile')).toMatch(/^CMD .*main\.ts/m);
});

test('the sample of nginx takes TLS 1.2 and 1.3 alone, hands the host on, and names each shared memory once', async () => {
  const sample = await textOf('nginx.conf');
  expect(sample).toMatch(/^\s*ssl_protocols TLSv1\.2 TLSv1\.3;$/m);
  expect(sample).toMatch(/^\s*proxy_set_header X-Forwarded-Host \$host;$/m);
  // nginx does not start where two uses share a name.
  const zones = namesIn(sample, /(?:^\s*zone |shared:)(\w+)/gm);
  expect(zones.toSorted()).toEqual(['sunloop', 'sunloop_tls']);
});

test(
  'what runs in production is installed without what builds and tests',
  { tags: 'sweep' },
  () => {
    const omitted = ['vite', 'playwright', 'vitest', 'react', 'lighthouse'];
    const args = ['ls', '--omit=dev', '--workspace=sync-server', '--all', '--parseable'];
    const { stdout } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8' });
    const installed = stdout.split('\n').map((line) => line.split('node_modules/').at(-1) ?? '');
    expect(installed).toContain('koa');
    expect(installed.filter((name) => omitted.includes(name))).toEqual([]);
  },
);

test('systemd accepts the unit and finds it well closed', async ({ skip }) => {
  const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;
  skip(!isThere, 'systemd-analyze is not on this machine');
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-unit-'));
  try {
    const file = path.join(folder, 'sunloop.service');
    const unit = await textOf('sunloop.service');
    await writeFile(file, unit.replace('/usr/local/bin/node', `"${process.execPath}"`));
    expect(spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    const args = ['security', '--offline=true', file];
    const judged = execFileSync('systemd-analyze', args, { encoding: 'utf8' });
    const exposure = /exposure level for sunloop\.service: ([\d.]+)/.exec(judged)?.[1];
    expect(Number(exposure)).toBeLessThanOrEqual(EXPOSURE_MAX);
  } finally {
    await rm(folder, { recursive: true });
  }
});
