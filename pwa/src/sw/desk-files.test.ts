import { expect, test, vi } from 'vitest';
import { keepDesk, splitFiles } from './desk-files.ts';

test('marked files belong to the desk, by their path; the others are for everybody', () => {
  const app = { url: 'assets/app-1.js', revision: null };
  const desk = { url: 'assets/charts-2.js#desk', revision: null };
  expect(splitFiles([app, desk])).toEqual({ own: [app], desk: new Set(['/assets/charts-2.js']) });
});

test('two pages that open the desk at once fetch each file once', async () => {
  const stored = new Set<string>();
  const fetched: string[] = [];
  const cache = {
    keys: async () => [...stored].map((path) => ({ url: `http://app.test${path}` })),
    addAll: async (paths: string[]) => {
      fetched.push(...paths);
      await new Promise((resolve) => setTimeout(resolve));
      paths.forEach((path) => stored.add(path));
    },
    put: async (path: string) => void stored.add(path),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const paths = new Set(['/assets/charts.js', '/assets/desk.js']);
  await Promise.all([keepDesk(paths), keepDesk(paths)]);
  expect(fetched).toEqual([...paths]);
  expect(stored).toContain('/desk-complete');
});
