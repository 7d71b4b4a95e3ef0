import { expect, test } from 'vitest';
import { keepVital, readVitals } from './vitals.ts';

test('keeps the last measurements with their rating', async () => {
  for (let at = 0; at <= 200; at += 1) await keepVital('largest-paint', 2400 + at, '/auth');
  const vitals = await readVitals();
  expect(vitals).toHaveLength(200);
  expect(vitals[0]).toMatchObject({ value: 2401, rating: 'needs-improvement', path: '/auth' });
  expect(vitals.at(-1)).toMatchObject({ value: 2600, rating: 'poor' });
});
