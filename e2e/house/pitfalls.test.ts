import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const textOf = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const rules = textOf('pwa/engine/src/sync/README.md');
const table = rules.slice(rules.indexOf('## Known ways to fail'));

test('every pitfall has its row in the table of known ways to fail, which counts them', () => {
  const pitfalls = numbersOf(textOf('docs/pitfalls.md'), /^(\d+)\. \*\*/gm);
  expect(numbersOf(table, /^\| (\d+) \|/gm)).toEqual(pitfalls);
  expect(table).toContain(`The ${pitfalls.length} [pitfalls of offline apps]`);
});

function numbersOf(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(([, number]) => Number(number)).toSorted((a, b) => a - b);
}
