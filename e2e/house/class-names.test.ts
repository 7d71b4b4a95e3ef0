import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '../../pwa/src');

/** The class names whose own rule, not one about where they stand, is in this text. */
function classesOf(css: string): Set<string> {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g);
  const selectors = [...rules].flatMap(([, list = '']) =>
    // A list within parentheses is part of a longer selector.
    list.replaceAll(/\([^()]*\)/g, '()').split(','),
  );
  return new Set(selectors.map((one) => one.trim()).filter((one) => /^\.[\w-]+$/.test(one)));
}

// Both files stay loaded once a person has seen both pages, and each then changes the other's look. What is printed is told
// in a file that is always loaded.
test('no class name has rules of its own in two files', async () => {
  const places = new Map<string, string[]>();
  for await (const file of glob('**/*.css', { cwd: SOURCES })) {
    if (file === 'ui/print.css') continue;
    for (const name of classesOf(await readFile(path.join(SOURCES, file), 'utf8')))
      places.set(name, [...(places.get(name) ?? []), file]);
  }
  expect(places.size).toBeGreaterThan(100);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});

test('a class is counted by its own rule only', () => {
  const css =
    '/* .no {} */ .a, .b:hover { } .c .d { } .e:is(.f, .g) { } @media (width > 1px) { .h { } }';
  expect([...classesOf(css)]).toEqual(['.a', '.h']);
});
