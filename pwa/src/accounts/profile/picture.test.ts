import { AVATAR_MAX_BYTES } from '@sunloop/shared-types/limits.ts';
import { expect, test } from 'vitest';
import { fitPicture } from './picture-size.ts';
import { pictureFault } from './picture-rules.ts';

test('a picture of exactly 5 MB is accepted, one byte more is not', () => {
  expect(pictureFault({ type: 'image/jpeg', size: AVATAR_MAX_BYTES })).toBeUndefined();
  expect(pictureFault({ type: 'image/jpeg', size: AVATAR_MAX_BYTES + 1 })).toEqual({
    title: 'File too large',
    description: 'Please select an image smaller than 5MB.',
  });
});

test.each(['application/pdf', '', 'image/svg+xml'])(
  'a file of type %j is not a picture',
  (type) => {
    expect(pictureFault({ type, size: 1 })?.title).toBe('Not an image');
  },
);

test('a large picture keeps its shape and a small one its size', () => {
  expect(fitPicture(4000, 3000)).toEqual({ width: 384, height: 288 });
  expect(fitPicture(100, 40)).toEqual({ width: 100, height: 40 });
});
