import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (page: string) => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
const [spec, page] = [read('product.md'), read('differences.md')];

const rows = [...page.matchAll(/^\| (\d) \| (.+) \|$/gm)].map(([, section = '', cells = '']) => {
  const [quote = '', here = '', why = '', ...more] = cells.split(/(?<!\\) \| /);
  return { section, quote: quote.replaceAll(String.raw`\|`, '|'), here, why, more };
});

/** The text of a numbered section of the specification. */
function sectionOf(number: string): string {
  const [, text = ''] = spec.split(new RegExp(`^## ${number}\\. .*$`, 'm'));
  return text.split(/^## /m)[0] ?? '';
}

test('each difference quotes the specification word for word, in its section', () => {
  expect(rows.length).toBeGreaterThanOrEqual(39);
  const wrong = rows.filter(({ section, quote }) => !sectionOf(section).includes(quote));
  expect(wrong).toEqual([]);
});

test('each says once what the product does, and why', () => {
  expect(rows.filter(({ here, why, more }) => !here || !why || more.length > 0)).toEqual([]);
  const quotes = rows.map(({ section, quote }) => `${section} ${quote}`);
  expect(quotes).toEqual([...new Set(quotes)]);
  expect(rows).toHaveLength(page.match(/^\| \d/gm)?.length ?? 0);
});
