import { expect, test } from 'vitest';
import { splitFiles } from './desk-files.ts';

test('marked files belong to the desk, by their path; the others are for everybody', () => {
  const app = { url: 'assets/app-1.js', revision: null };
  const desk = { url: 'assets/charts-2.js#desk', revision: null };
  expect(splitFiles([app, desk])).toEqual({ own: [app], desk: new Set(['/assets/charts-2.js']) });
});
