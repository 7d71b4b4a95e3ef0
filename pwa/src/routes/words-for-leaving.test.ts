import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = path.resolve(import.meta.dirname, '..');

/** The text of a page, without comments or names of files and functions. */
function shownLines(file: string): string[] {
  const isCode = (line: string) => !/^\s*(\/\/|\/?\*|import )|\bimport\(/.test(line);
  return readFileSync(path.join(SOURCE, file), 'utf8').split('\n').filter(isCode);
}

test('leaving is called Logout everywhere, as in SPEC, and never signing out', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCE });
  const shown = files.filter((file) => !file.includes('.test.')).flatMap(shownLines);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((line) => /\bsign(ed|s|ing)?[ -]out\b/i.test(line))).toEqual([]);
});
