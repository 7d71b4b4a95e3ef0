import { expect, test } from 'vitest';
import { rateVital } from './rate-vital.ts';

test.each([
  ['largest-paint', 1000, 'good'],
  ['largest-paint', 1001, 'needs-improvement'],
  ['largest-paint', 2500, 'needs-improvement'],
  ['largest-paint', 2501, 'poor'],
  ['first-input-delay', 50, 'good'],
  ['first-input-delay', 51, 'needs-improvement'],
  ['first-input-delay', 101, 'poor'],
] as const)('%s of %i ms is %s', (name, valueMs, rating) => {
  expect(rateVital(name, valueMs)).toBe(rating);
});
