import { readReferralCode } from '@sunloop/shared-types/referrals/referral-code.ts';
import { expect, test } from 'vitest';
import { newReferralCode } from './referral-code.ts';

test('A new code has eight characters of the alphabet and differs from the last one', () => {
  const codes = new Set(Array.from({ length: 1000 }, newReferralCode));
  expect(codes.size).toBe(1000);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
});

test('A new code is already in the stored form', () => {
  const code = newReferralCode();
  expect(readReferralCode(code)).toBe(code);
});
