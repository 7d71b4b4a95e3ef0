import fc from 'fast-check';
import Keygrip from 'keygrip';
import { expect, test } from 'vitest';
import { cookieKeys } from './cookie-keys.ts';

const Keys = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 });

test('signs as Keygrip does, and accepts what Keygrip signed with any of the keys', () => {
  fc.assert(
    fc.property(Keys, fc.string(), (keys, text) => {
      const ours = cookieKeys(keys);
      expect(ours.sign(text)).toBe(new Keygrip(keys, 'sha256').sign(text));
      // By SHA-1 cookies were signed before.
      for (const algorithm of ['sha256', 'sha1']) {
        const theirs = new Keygrip(keys, algorithm);
        for (const key of keys) {
          const signature = new Keygrip([key], algorithm).sign(text);
          expect(ours.index(text, signature)).toBe(theirs.index(text, signature));
          expect(ours.verify(text, signature)).toBe(true);
        }
      }
    }),
  );
});

test('accepts no other signature, whatever its length and characters', () => {
  const keys = cookieKeys(['one', 'two']);
  const signature = keys.sign('sunloop.sid=1');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (other) => {
      fc.pre(other !== signature);
      expect(keys.index('sunloop.sid=1', other)).toBe(-1);
      expect(keys.verify('sunloop.sid=1', other)).toBe(false);
    }),
  );
  expect(keys.verify('sunloop.sid=2', signature)).toBe(false);
});

test('signs nothing without a key', () => {
  expect(() => cookieKeys([])).toThrow('no key');
});

test('a signature that was right once is right for no other text', () => {
  const keys = cookieKeys(['one']);
  const signature = keys.sign('sunloop.sid=1');
  for (let time = 0; time < 2; time += 1) {
    expect(keys.index('sunloop.sid=1', signature)).toBe(0);
    expect(keys.index('sunloop.sid=2', signature)).toBe(-1);
    // The same letters in the same order, parted elsewhere.
    expect(keys.index('unloop.sid=1', `${signature}s`)).toBe(-1);
    expect(keys.index(` ${signature}sunloop.sid=1`, '')).toBe(-1);
  }
});

test('signatures are accepted however many others were remembered meanwhile', () => {
  const keys = cookieKeys(['one']);
  const texts = Array.from({ length: 20_001 }, (_, at) => `sunloop.sid=${at}`);
  for (const text of texts) expect(keys.index(text, keys.sign(text))).toBe(0);
  expect(keys.verify('sunloop.sid=0', keys.sign('sunloop.sid=0'))).toBe(true);
});
