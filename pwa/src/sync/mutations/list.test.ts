import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUTATIONS, UNBREAKABLE } from './list.ts';

const sync = new URL('../', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, sync), 'utf8');
const rules = [...textOf('README.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));

test('every change of the list finds its place, exactly once', () => {
  const outdated = MUTATIONS.filter(({ file, find }) => textOf(file).split(find).length !== 2);
  expect(outdated).toEqual([]);
});

test('every change changes something, and names tests that are there', () => {
  expect(MUTATIONS.filter(({ find, replace }) => find === replace)).toEqual([]);
  const tests = new Set(MUTATIONS.flatMap((mutation) => mutation.tests));
  expect([...tests].filter((file) => !existsSync(new URL(file, sync)))).toEqual([]);
  expect(MUTATIONS.filter(({ tests: named }) => named.length === 0)).toEqual([]);
});

test('every rule is broken in one way at least, or it stands there why it cannot be', () => {
  const broken = new Set(MUTATIONS.map(({ rule }) => rule));
  const untried = rules.filter((rule) => !broken.has(rule) && !(rule in UNBREAKABLE));
  expect(untried).toEqual([]);
  expect([...broken].filter((rule) => !rules.includes(rule))).toEqual([]);
});
