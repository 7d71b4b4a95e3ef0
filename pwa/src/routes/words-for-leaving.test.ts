import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCE = new URL('../', import.meta.url).pathname;

/** The text of a page, without comments or names of files and functions. */
function shownLines(file: string): string[] {
  const isCode = (line: string) => !/^\s*(\/\/|\/?\*|import )|\bimport\(/.test(line);
  return readFileSync(`${SOURCE}${file}`, 'utf8').split('\n').filter(isCode);
}

test('leaving is called Logout everywhere, as in SPEC, and never signing out', () => {
  const files = globSync('{features,routes,ui}/**/*.tsx', { cwd: SOURCE });
  const shown = files.filter((file) => !file.includes('.test.')).flatMap(shownLines);
  expect(shown.filter((line) => /\bsign(ed|s|ing)?[ -]out\b/i.test(line))).toEqual([]);
});
