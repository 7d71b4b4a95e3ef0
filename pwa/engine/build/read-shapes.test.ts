import { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readShapes, shapeOf } from './read-shapes.ts';

test('one more field, even an optional one at any depth, makes another shape', () => {
  const more = v.object({ ...Referral.entries, company: v.optional(v.nullable(v.string())) });
  expect(shapeOf(more)).not.toBe(shapeOf(Referral));
  expect(shapeOf(v.array(v.nullable(more)))).not.toBe(shapeOf(v.array(v.nullable(Referral))));
});

test('another type, choice or literal of a field makes another shape', () => {
  const shapes = [
    v.object({ a: v.string() }),
    v.object({ a: v.nullable(v.string()) }),
    v.object({ a: v.number() }),
    v.object({ a: v.picklist(['one']) }),
    v.object({ a: v.picklist(['one', 'two']) }),
    v.object({ a: v.literal('one') }),
    v.object({ a: v.union([v.string(), v.number()]) }),
    v.object({ a: v.record(v.string(), v.number()) }),
    v.object({ a: v.record(v.string(), v.string()) }),
  ].map(shapeOf);
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('another message or limit makes the same shape', () => {
  const shape = (max: number, message: string) =>
    shapeOf(v.pipe(v.string(), v.maxLength(max, message)));
  expect(shape(10, 'Ten')).toBe(shape(20, 'Twenty'));
});

test('a build names what it keeps the same way each time', () => {
  expect(readShapes()).toEqual(readShapes());
});
