import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putInPlace } from './put-in-place.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sunloop-build-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Builds these files on that day. */
async function build(day: number, ...names: string[]): Promise<string[]> {
  const [fresh, served] = [path.join(folder, 'dist-new'), path.join(folder, 'dist')];
  const assets = path.join(fresh, 'assets');
  await rm(fresh, { recursive: true, force: true });
  await mkdir(assets, { recursive: true });
  for (const name of names) await writeFile(path.join(assets, name), name);
  await putInPlace(fresh, served, day * DAY_MS);
  expect(await readdir(folder)).toEqual(['dist']);
  return (await readdir(path.join(served, 'assets'))).toSorted();
}

test('a file of an earlier build stays for 30 days from the first build without it', async () => {
  expect(await build(0, 'page-a.js', 'page-a.js.br', 'same.js')).toHaveLength(3);
  const both = ['page-a.js', 'page-a.js.br', 'page-b.js', 'same.js'];
  expect(await build(60, 'page-b.js', 'same.js')).toEqual(both);
  expect(await build(90, 'page-b.js', 'same.js')).toEqual(both);
  expect(await build(91, 'page-b.js', 'same.js')).toEqual(['page-b.js', 'same.js']);
});

test('for a file that is part of a build again, the 30 days start over', async () => {
  await build(0, 'page-a.js');
  await build(1, 'page-b.js');
  await build(20, 'page-a.js');
  await build(25, 'page-b.js');
  expect(await build(50, 'page-b.js')).toEqual(['page-a.js', 'page-b.js']);
});

test('until a build is finished, the one before is served whole', async () => {
  await build(0, 'page-a.js');
  await mkdir(path.join(folder, 'dist-new', 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'dist-new', 'assets', 'half.js'), 'half');
  expect(await readdir(path.join(folder, 'dist', 'assets'))).toEqual(['page-a.js']);
  expect(await build(1, 'page-b.js')).toEqual(['page-a.js', 'page-b.js']);
});
