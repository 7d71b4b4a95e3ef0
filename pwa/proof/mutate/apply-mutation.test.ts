import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMutation } from './apply-mutation.ts';

let root: string;
let file: string;
const mutation = { rule: 1, what: '', file: 'a.ts', replace: '$&2', tests: [] };

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'sunloop-mutation-'));
  mkdirSync(path.join(root, 'pwa/src/sync'), { recursive: true });
  file = path.join(root, 'pwa/src/sync/a.ts');
  writeFileSync(file, 'one two two');
});

afterEach(() => rmSync(root, { recursive: true }));

test('the code is broken exactly as listed, and restored again', () => {
  const mend = applyMutation(root, { ...mutation, find: 'one' });
  expect(readFileSync(file, 'utf8')).toBe('$&2 two two');
  mend();
  expect(readFileSync(file, 'utf8')).toBe('one two two');
});

test.each(['three', 'two'])('an outdated mutation is an error (%s)', (find) => {
  expect(() => applyMutation(root, { ...mutation, find })).toThrow('times in a.ts');
  expect(readFileSync(file, 'utf8')).toBe('one two two');
});
