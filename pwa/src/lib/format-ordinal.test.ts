import { expect, test } from 'vitest';
import { formatOrdinal } from './format-ordinal.ts';

test('ordinals are written as they are spoken', () => {
  const words = [1, 2, 3, 4, 8, 11, 12, 13, 21, 22, 103, 111].map(formatOrdinal).join(' ');
  expect(words).toBe('1st 2nd 3rd 4th 8th 11th 12th 13th 21st 22nd 103rd 111th');
});
