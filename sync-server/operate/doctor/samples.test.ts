import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSamples } from './samples.ts';

const DEPLOY = path.join(import.meta.dirname, '../deploy');
const PUBLIC = { publicOrigin: 'https://friends.sun.example' };
let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sunloop-samples-'));
});
afterEach(() => rm(root, { recursive: true }));

/** Installs a sample as the guide does, changed by hand. */
async function install(sample: string, at: string, change = (text: string) => text) {
  const text = await readFile(path.join(DEPLOY, sample), 'utf8');
  await mkdir(path.dirname(path.join(root, at)), { recursive: true });
  await writeFile(path.join(root, at), change(text));
}

test('what the guide installs is as this build has it', async () => {
  const named = (text: string) => text.replaceAll('referrals.example.com', 'friends.sun.example');
  await install('sunloop.service', 'etc/systemd/system/sunloop.service');
  await install('nginx.conf', 'etc/nginx/sites-available/sunloop', named);
  await install('Caddyfile', 'etc/caddy/Caddyfile', named);
  await install('.env.example', 'etc/sunloop.env');
  const found = await checkSamples(PUBLIC, root);
  expect(found.map(({ level, check }) => [level, check])).toEqual([
    ['ok', 'unit'],
    ['ok', 'proxy'],
    ['ok', 'proxy'],
  ]);
});

test('where none of it is, as in a container, nothing is said', async () => {
  expect(await checkSamples(PUBLIC, root)).toEqual([]);
});
