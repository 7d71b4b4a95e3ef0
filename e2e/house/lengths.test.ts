import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const COLUMNS_MAX = 130;
const DECISION_WORDS_MAX = 120;
const PRODUCT_PAGE_WORDS_MAX = 700;
const VERSION_WORDS_MAX = 900;
/** All pages together but for `UNCOUNTED`. */
const ALL_WORDS_MAX = 43_200;
/**
 * The schema, which a test writes, the lists of another standard's requirements, of the specification's sentences, of bad
 * installations and of screens: tables that are looked up, not read.
 */
const UNCOUNTED: ReadonlySet<string> = new Set([
  'docs/schema.md',
  'docs/run/doctor.md',
  'docs/run/security.md',
  'docs/differences.md',
  'docs/product/screens.md',
]);

const root = fileURLToPath(new URL('../..', import.meta.url));
const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
const pages = [...new Set(files)].map((file) => [file, readFileSync(root + file, 'utf8')] as const);
const within = (folder: string) => pages.filter(([file]) => file.startsWith(folder));

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length;
/** What is left of a page without code, which is copied, and without tables, whose rows are one line each. */
const proseOf = (text: string) => text.replaceAll(/^```.*?^```/gms, '').replaceAll(/^\|.*/gm, '');

test('no line of a page but of the specification is longer than a screen is wide', () => {
  const long = pages
    .filter(([file]) => file !== 'docs/product.md')
    .flatMap(([file, text]) =>
      proseOf(text)
        .split('\n')
        .map((line) => ({ file, line })),
    )
    .filter(({ line }) => line.length > COLUMNS_MAX);
  expect(long).toEqual([]);
});

test('decisions, pages of the product and versions are short', () => {
  const decisions = within('docs/decisions/')
    .filter(([file]) => /\/\d/.test(file))
    .map(([file, text]) => [file, text.replace(/^.*?\n\*\*Status\*\*.*?\n/s, '')] as const);
  const versions = (pages.find(([file]) => file === 'docs/changelog.md')?.[1] ?? '')
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text] as const);
  const longer = (texts: readonly (readonly [string, string])[], max: number) =>
    texts.filter(([, text]) => wordsOf(text) > max).map(([name]) => name);
  expect(longer(decisions, DECISION_WORDS_MAX)).toEqual([]);
  expect(longer(within('docs/product/'), PRODUCT_PAGE_WORDS_MAX)).toEqual([]);
  expect(longer(versions, VERSION_WORDS_MAX)).toEqual([]);
});

test('a word that is added is paid for with another one', () => {
  const told = pages.filter(([file]) => !UNCOUNTED.has(file));
  expect(wordsOf(told.map(([, text]) => text).join(' '))).toBeLessThanOrEqual(ALL_WORDS_MAX);
});
