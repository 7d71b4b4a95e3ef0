import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entries = readFileSync(`${root}docs/pitfalls.md`, 'utf8')
  .split(/^(?=\d+\. \*\*)/m)
  .slice(1);
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');

const titleOf = (entry: string) => entry.slice(0, entry.indexOf('**', 8));

/** The file a test is named by: a journey, one of the server's, or one of the engine or the app. */
function isThere(name: string): boolean {
  const end = name.startsWith('journeys/')
    ? `/e2e/${name}.spec.ts`
    : `/${name.replace(/^server\//, 'sync-server/src/')}.ts`;
  return files.some((file) => `/${file}`.endsWith(end) || `/${file}`.endsWith(`${end}x`));
}

test('pitfalls are numbered without a gap, as the code cites them, and the engine counts them', () => {
  const engine = readFileSync(`${root}pwa/engine/src/sync/README.md`, 'utf8');
  expect(entries.map((entry) => Number.parseInt(entry))).toEqual(entries.map((_, at) => at + 1));
  expect(engine).toContain(`has ${entries.length}, each with the rules`);
});

test.each(entries.map((entry) => [titleOf(entry), entry]))('%s', (_, entry) => {
  const tests = [...entry.matchAll(/`((?:[\w/-]+\.test)|(?:journeys\/[\w-]+))`/g)];
  expect(entry).toMatch(/_Here_:|\bRules? \d/);
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter(([, name = '']) => !isThere(name))).toEqual([]);
});
