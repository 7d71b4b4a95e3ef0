import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCES = '{pwa/src,pwa/engine/src,sync-server/src,shared-types/src}/**/*.{ts,tsx}';
/** Shipped migrations are never edited, and tests show no texts. */
const LEFT_OUT = /\.test\.tsx?$|\/test\/|\/migrations\/|\/people\//;

/** The texts of a source that a person may read: strings and the text of elements, without comments and imports. */
function textsOf(source: string): string[] {
  const code = source
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/(?<=^|\s)\/\/.*$|\bcase '[^']*':/gm, '')
    .replaceAll(/^(?:import|export) [^;]*? from '.*$/gm, '');
  const strings = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"([^"\n]*)"/g)];
  const elements = [...code.matchAll(/[>}]([^<>{}=;]+)(?=[<{])/g)];
  return [...strings, ...elements]
    .map(([, ...parts]) => (parts.find((part) => part) ?? '').replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /^\p{Lu}| /u.test(text));
}

interface Forbidden {
  /** In any text, as words of their own. */
  within: readonly string[];
  /** Only as a whole text. */
  whole: readonly string[];
}

function forbiddenIn(page: string): Forbidden {
  const table = page.slice(page.indexOf('## Never')).matchAll(/^\| (?!Never|-)([^|]+) \|/gm);
  const words = [...table].flatMap(([, cell = '']) => cell.split(', '));
  const isBold = (word: string) => word.startsWith('**');
  return {
    within: words.filter((word) => !isBold(word)),
    whole: words.filter(isBold).map((word) => word.slice(2, -2)),
  };
}

const escaped = (word: string) => word.replaceAll(/[$.]/g, String.raw`\$&`);

/** The forbidden words a text has. */
function faultsOf(text: string, { within, whole }: Forbidden): string[] {
  const isIn = (word: string) => {
    const end = /\w$/.test(word) ? String.raw`\b` : '';
    return new RegExp(String.raw`(?<!\w)${escaped(word)}${end}`, 'iu').test(text);
  };
  return [...within.filter(isIn), ...whole.filter((word) => text === word)];
}

test('no text people read has a word that docs/words.md forbids', async () => {
  const forbidden = forbiddenIn(await readFile(path.join(ROOT, 'docs/words.md'), 'utf8'));
  expect(forbidden.within.length).toBeGreaterThan(10);
  const faults: string[] = [];
  let count = 0;
  for await (const file of glob(SOURCES, { cwd: ROOT })) {
    if (LEFT_OUT.test(file)) continue;
    const texts = textsOf(await readFile(path.join(ROOT, file), 'utf8'));
    count += texts.length;
    for (const text of texts)
      for (const word of faultsOf(text, forbidden)) faults.push(`${file}: '${word}' in '${text}'`);
  }
  expect(count).toBeGreaterThan(5000);
  expect(faults).toEqual([]);
});

test('a forbidden word is found in a string, a template and an element, and in nothing else', () => {
  const forbidden = { within: ['items wait', '1 referrals', 'base $'], whole: ['Retry'] };
  const faults = (source: string) => [
    ...new Set(textsOf(source).flatMap((text) => faultsOf(text, forbidden))),
  ];
  expect(faults("const a = '3 items wait here';")).toEqual(['items wait']);
  expect(faults('const a = `of ${n} base ${sum}`;')).toEqual(['base $']);
  expect(faults('<b>\n  Retry\n</b>')).toEqual(['Retry']);
  expect(faults('<b>{n} items\n wait</b>')).toEqual(['items wait']);
  expect(faults("// items wait\nconst retry = 'retry'; const b = '11 referrals';")).toEqual([]);
});
