import fc from 'fast-check';
import Keygrip from 'keygrip';
import { expect, test } from 'vitest';
import { cookieKeys } from './cookie-keys.ts';

const Keys = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 });

test('signs as Keygrip does, and accepts what Keygrip signed with any of the keys', () => {
  fc.assert(
    fc.property(Keys, fc.string(), (keys, text) => {
      const ours = cookieKeys(keys);
      const theirs = new Keygrip(keys);
      expect(ours.sign(text)).toBe(theirs.sign(text));
      for (const key of keys) {
        const signature = new Keygrip([key]).sign(text);
        expect(ours.index(text, signature)).toBe(theirs.index(text, signature));
        expect(ours.verify(text, signature)).toBe(true);
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
