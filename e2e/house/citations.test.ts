import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findBrokenCitations, PAGES } from './citations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Files people write and read; pictures and the lock file cite nothing. */
const CITES = /(\.(ts|tsx|css|html|md|yml|json)|^\.[\w.]+|^\.ci\/run)$/;
/** This file contains made-up citations that lead nowhere. */
const THIS = 'e2e/house/citations.test.ts';
const TEXTS = repository();

test('every citation, link and named file leads somewhere in the repository', () => {
  expect(findBrokenCitations(TEXTS)).toEqual([]);
});

test('the index of the docs names every page that is cited by a short name', () => {
  const index = readFileSync(path.join(root, 'docs/README.md'), 'utf8');
  for (const page of Object.values(PAGES)) expect(index).toContain(page.replace('docs/', '('));
});

test.each([
  'SPEC §12',
  'API.md, Nowhere)',
  'API.md, POST /api/nowhere)',
  'DESIGN, Nowhere',
  'STYLE.md, "Nowhere"',
  'Principle 99',
  'PITFALLS 99',
  'rule 99',
  'decision 99',
  'docs/nowhere.md',
  '[a page](../nowhere.md)',
  '[a heading](../docs/api.md#nowhere)',
])('%s is found to lead nowhere', (citation) => {
  const file = 'docs/made-up.md';
  expect(brokenIn(file, `See ${citation}.`)).toHaveLength(1);
});

test('a named file that is gone is found', () => {
  expect(brokenIn('docs/made-up.md', 'See `pwa/src/gone.ts`.')).toHaveLength(1);
});

function brokenIn(file: string, text: string) {
  return findBrokenCitations(new Map([...TEXTS, [file, text]]), new Map([[file, text]]));
}

/** Texts of all files git tracks or would add; without git nothing can be checked. */
function repository(): Map<string, string> {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const here = files.filter((file) => existsSync(path.join(root, file)));
  const cites = (file: string) => CITES.test(file) && file !== THIS;
  return new Map(here.map((file) => [file, cites(file) ? readText(file) : '']));
}

function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}
