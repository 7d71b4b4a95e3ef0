import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putBack, setAside } from './keep-old-files.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sunloop-build-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Builds these files on that day as Vite does, emptying the folder first. */
async function build(day: number, ...names: string[]): Promise<string[]> {
  const [outDir, aside] = [path.join(folder, 'dist'), path.join(folder, 'dist-aside')];
  const assets = path.join(outDir, 'assets');
  await setAside(outDir, aside);
  await rm(outDir, { recursive: true, force: true });
  await mkdir(assets, { recursive: true });
  for (const name of names) await writeFile(path.join(assets, name), name);
  await putBack(outDir, aside, day * DAY_MS);
  return (await readdir(assets)).toSorted();
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

test('an interrupted build loses no files', async () => {
  await build(0, 'page-a.js');
  const outDir = path.join(folder, 'dist');
  await setAside(outDir, path.join(folder, 'dist-aside'));
  await rm(outDir, { recursive: true });
  expect(await build(1, 'page-b.js')).toEqual(['page-a.js', 'page-b.js']);
});
