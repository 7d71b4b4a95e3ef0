import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '../../sync-server/src');

/** Assignments of a function literal to a property, and getters in object literals. */
const LASTING =
  /[\w\])]\.#?\w+ = (?:async )?(?:function\b|\w+ =>|\([^()]*\)[^=;]* =>)|[=(,]\s*\{[^{}]*\bget \w+\(\)/g;

const lastingIn = (text: string) => [...text.matchAll(LASTING)].map(([found]) => found);

// V8 puts these among long-lived objects at once, so they and what they refer to wait for a full collection: a
// request's would make every small one copy megabytes (decision 36).
test('the server assigns no function literal to a property', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.ts', {
    cwd: SOURCES,
    exclude: ['**/*.test.ts', 'test/**'],
  })) {
    const text = await readFile(path.join(SOURCES, file), 'utf8');
    found.push(...lastingIn(text).map((one) => `${file}: ${one}`));
  }
  expect(found).toEqual([]);
});

test.each([
  'client.release = (failure?: Error | boolean) => {',
  'ctx.state.readBody = async (limit) => {',
  'this.#answer = value => value;',
  'server.handle = function () {',
  'ctx.state = { ...ctx.state, get em() {',
])('%s would be found', (line) => {
  expect(lastingIn(line)).toHaveLength(1);
});

test.each([
  'client.release = letGo;',
  'class Own {\n  get em(): Em {',
  'const run = () => {',
  'a.b === (c) => d',
])('%s would not', (line) => {
  expect(lastingIn(line)).toEqual([]);
});
