import { expect, test } from 'vitest';
import { type Handover, paidHow } from './paid-how.ts';

test.each<[Handover, string | undefined]>([
  [{ method: 'check', reference: '1042' }, 'by check, no. 1042'],
  [{ method: 'bank', reference: null }, 'by bank transfer'],
  [{ method: 'bank', reference: 'SEP 7' }, 'by bank transfer, reference SEP 7'],
  [{ method: 'cash', reference: null }, 'in cash'],
  [{ method: 'other', reference: 'with the truck' }, 'reference with the truck'],
  [{ method: 'other', reference: null }, undefined],
  [{ method: null, reference: null }, undefined],
])('%j reads %j', (handover, words) => {
  expect(paidHow(handover)).toBe(words);
});
