import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { breakText } from '../mutate/apply-mutation.ts';
import { SourceTree } from '../mutate/source-tree.ts';
import { MUTATIONS } from './list.ts';

const SYNC = 'pwa/engine/src/sync';
const tree = new SourceTree(fileURLToPath(new URL('../../../../', import.meta.url)));
const readme = tree.textOf(`${SYNC}/README.md`);
/** Rules about one noun stand on the pages of the product, the others in the README. */
const PAGES = 'docs/product';
const pages = readdirSync(path.join(tree.root, PAGES)).map((page) =>
  tree.textOf(`${PAGES}/${page}`),
);
const rules = [readme, ...pages].flatMap((page) =>
  [...page.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number)),
);

test.each(MUTATIONS)('$of can be broken: $what', (mutation) => {
  const text = tree.textOf(tree.fileOf(mutation.of));
  expect(breakText(text, mutation)).not.toBe(text);
  expect(tree.testsOf(mutation)).not.toEqual([]);
});

test('every rule stands on one page and is broken in at least one way', () => {
  expect(rules).toHaveLength(new Set(rules).size);
  expect(new Set(MUTATIONS.map(({ rule }) => rule))).toEqual(new Set(rules));
});

test('the table of rooms lists every file of the engine, with the rules that mutations break in it', () => {
  const told = roomsOfReadme();
  expect(engineFiles().filter((file) => !told.has(file))).toEqual([]);
  const untold = MUTATIONS.filter(({ of, rule }) => !told.get(tree.fileOf(of))?.includes(rule));
  expect(untold).toEqual([]);
  expect([...told.keys()].filter((file) => !tree.has(file))).toEqual([]);
});

/** Every file that runs in page or worker. */
function engineFiles(): string[] {
  return tree.filesIn(SYNC).filter((file) => /(?<!\.test)\.ts$/.test(file));
}

/** What the README says of each file, room by room. */
function roomsOfReadme(): Map<string, number[]> {
  const table = /^## Rooms$(.*?)^## /ms.exec(readme)?.[1] ?? '';
  const told = table.split('\n').flatMap((row) => {
    const [, room = '', , files = ''] = row.split('|');
    const [, folder = ''] = /`(.+)`/.exec(room) ?? [];
    return [...files.matchAll(/`([^`]+)`((?: \d+,?)*)/g)].map(
      ([, file = '', numbers = '']): [string, number[]] => [
        path.posix.join(SYNC, folder, file),
        [...numbers.matchAll(/\d+/g)].map(Number),
      ],
    );
  });
  return new Map(told);
}
