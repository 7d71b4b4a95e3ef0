import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OLDEST } from '../fixtures/supported.ts';

const PAGES = ['README.md', 'docs/run/README.md'];

test('the pages name the browsers that the build is made for', () => {
  const { chrome, edge, firefox, safari, ios_saf: iphone } = OLDEST;
  expect([edge, iphone], 'one version for both').toEqual([chrome, safari]);
  const words = `Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`;
  for (const page of PAGES) {
    const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
    expect(text.replaceAll(/\s+/g, ' '), page).toContain(words);
  }
});
