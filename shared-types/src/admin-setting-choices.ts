import { SECOND_FACTOR_SETTING } from './admin-second-factor.ts';

/** Settings that may have only a few values, with these. */
export const SETTING_CHOICES: Readonly<Record<string, readonly string[]>> = {
  [SECOND_FACTOR_SETTING]: ['off', 'recommended', 'required'],
  // Whether the box of `PERMISSION_WORDS` is shown, and must be ticked.
  'referrals.permission': ['off', 'ask', 'required'],
};
