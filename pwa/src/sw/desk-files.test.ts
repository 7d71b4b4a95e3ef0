import { expect, test } from 'vitest';
import { splitFiles } from './desk-files.ts';

test('marked files are the desk’s, by their path; the others are everybody’s', () => {
  const app = { url: 'assets/app-1.js', revision: null };
  const desk = { url: 'assets/charts-2.js#desk', revision: null };
  expect(splitFiles([app, desk])).toEqual({ own: [app], desk: new Set(['/assets/charts-2.js']) });
});
