import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MUTATIONS, UNBREAKABLE } from './list.ts';

const sync = new URL('../../src/sync/', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, sync), 'utf8');
const rules = [...textOf('README.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));

test('every mutation finds its text exactly once', () => {
  const outdated = MUTATIONS.filter(({ file, find }) => textOf(file).split(find).length !== 2);
  expect(outdated).toEqual([]);
});

test('every mutation changes something, and names tests that exist', () => {
  expect(MUTATIONS.filter(({ find, replace }) => find === replace)).toEqual([]);
  const tests = new Set(MUTATIONS.flatMap((mutation) => mutation.tests));
  expect([...tests].filter((file) => !existsSync(new URL(file, sync)))).toEqual([]);
  expect(MUTATIONS.filter(({ tests: named }) => named.length === 0)).toEqual([]);
});

test('every rule is broken in at least one way, or has a reason why it cannot be', () => {
  const broken = new Set(MUTATIONS.map(({ rule }) => rule));
  const untried = rules.filter((rule) => !broken.has(rule) && !(rule in UNBREAKABLE));
  expect(untried).toEqual([]);
  expect([...broken].filter((rule) => !rules.includes(rule))).toEqual([]);
});

test('the table of rooms lists every file of the engine, with the rules that mutations break in it', () => {
  const held = new Map(engineFiles().map((file) => [file, new Set<number>()]));
  for (const { file, rule } of MUTATIONS) held.set(file, (held.get(file) ?? new Set()).add(rule));
  const told = [...held].map(([file, broken]) => [file, [...broken].toSorted((a, b) => a - b)]);
  expect(mapOfRooms().toSorted()).toEqual(told.toSorted());
});

/** Every file that runs in page or worker, by its path from `pwa/src/sync`. */
function engineFiles(): string[] {
  return readdirSync(sync, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /^(?!model\/|mutations\/).*(?<!\.test)\.ts$/.test(file));
}

/** What the README says of each file, room by room. */
function mapOfRooms(): [file: string, rules: number[]][] {
  const map = /^## Rooms$(.*?)^## /ms.exec(textOf('README.md'))?.[1] ?? '';
  return map.split('\n').flatMap((row) => {
    const [, room = '', , files = ''] = row.split('|');
    const [, folder = ''] = /`(.+)`/.exec(room) ?? [];
    return [...files.matchAll(/`([^`]+)`((?: \d+,?)*)/g)].map(
      ([, file = '', numbers = '']): [string, number[]] => [
        `${folder}${file}`,
        [...numbers.matchAll(/\d+/g)].map(Number),
      ],
    );
  });
}
