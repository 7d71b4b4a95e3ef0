import { expect, test } from 'vitest';
import { Measurements, median, medians, percentile } from './measurements.ts';

test('the median is the middle value, whatever order the values came in', () => {
  expect(median([30, 10, 20])).toBe(20);
  expect(median([10, 9])).toBe(10);
  expect(median([])).toBeUndefined();
});

test('several results become one, of which each figure is a median of its own', () => {
  const results = [
    { ms: 30, bytes: 1 },
    { ms: 10, bytes: 3 },
    { ms: 20, bytes: 2 },
  ];
  expect(medians(results)).toEqual({ ms: 20, bytes: 2 });
  expect(() => medians([])).toThrow('nothing was measured');
});

test('a percentile is a value that was measured', () => {
  const values = Array.from({ length: 100 }, (_, at) => at + 1);
  expect(percentile(values, 0.99)).toBe(99);
  expect(percentile(values, 0)).toBe(1);
  expect(percentile([7], 0.5)).toBe(7);
  expect(percentile([], 0.5)).toBeUndefined();
});

test('a ratio compares values of the same turn, so that a slow moment of the machine affects both', () => {
  const measured = new Measurements();
  for (const value of [100, 900, 100]) measured.add('ours', 'ms', value);
  for (const value of [200, 1800, 400]) measured.add('theirs', 'ms', value);
  expect(measured.ratio('ours', 'theirs')).toBe(0.5);
  expect(measured.ratio('ours', 'nobody')).toBeUndefined();
});

test('the longest of a series is reported, and undefined for an empty one', () => {
  const measured = new Measurements();
  measured.add('task', 'ms', 0);
  measured.add('task', 'ms', 61);
  expect(measured.longest('task')).toBe(61);
  expect(measured.longest('other')).toBeUndefined();
});
