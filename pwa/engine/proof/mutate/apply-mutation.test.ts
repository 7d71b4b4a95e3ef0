import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMutation, breakText } from './apply-mutation.ts';
import { SourceTree } from './source-tree.ts';

let root: string;
let file: string;
const TEXT = 'export const one = 2; // two two';
const mutation = { rule: 1, what: '', of: 'one', replace: '$&2', tests: [] };

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'sunloop-mutation-'));
  mkdirSync(path.join(root, 'sync-server/src'), { recursive: true });
  mkdirSync(path.join(root, 'pwa/src'), { recursive: true });
  mkdirSync(path.join(root, 'pwa/engine/src/sync'), { recursive: true });
  file = path.join(root, 'pwa/engine/src/sync/a.ts');
  writeFileSync(file, TEXT);
});

afterEach(() => rmSync(root, { recursive: true }));

test('the code is broken exactly as listed, in whichever file it is, and restored again', () => {
  const mend = applyMutation(new SourceTree(root), { ...mutation, find: ' 2' });
  expect(readFileSync(file, 'utf8')).toBe('export const one =$&2; // two two');
  mend();
  expect(readFileSync(file, 'utf8')).toBe(TEXT);
});

test.each(['three', 'two'])('an outdated mutation is an error (%s)', (find) => {
  expect(() => applyMutation(new SourceTree(root), { ...mutation, find })).toThrow('times');
  expect(readFileSync(file, 'utf8')).toBe(TEXT);
});

test('what no file or several files export is an error', () => {
  const gone = { ...mutation, of: 'other', find: 'one' };
  expect(() => applyMutation(new SourceTree(root), gone)).toThrow('0 files that export other');
  writeFileSync(path.join(root, 'pwa/engine/src/sync/b.ts'), 'export function one() {}');
  const twice = { ...mutation, find: ' 2' };
  expect(() => applyMutation(new SourceTree(root), twice)).toThrow('2 files that export one');
});

test('a function is replaced, and its replacement knows the one that was there', async () => {
  const add =
    'export async function add(a, b) { return a + b; }\nexport const three = () => add(1, 2);';
  const broken = breakText(add, { ...mutation, of: 'add', as: '(a) => whole(a, 40)' });
  const code = await import(`data:text/javascript,${encodeURIComponent(broken)}`);
  expect(await code.three()).toBe(41);
});

test('a function that is gone is an error', () => {
  const gone = { ...mutation, of: 'add', as: '() => 1' };
  expect(() => breakText('export const add = 1;', gone)).toThrow('no function');
});
