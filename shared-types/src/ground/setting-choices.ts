import { FIRST_COME_RULES, FIRST_COME_SETTING } from '../referrals/cases.ts';
import { SECOND_FACTOR_SETTING } from '../accounts/second-factor.ts';

/** Settings that may have only a few values, with these. */
const SETTING_CHOICES: Readonly<Record<string, readonly string[]>> = {
  [SECOND_FACTOR_SETTING]: ['off', 'recommended', 'required'],
  // Whether the box of `PERMISSION_WORDS` is shown, and must be ticked.
  'referrals.permission': ['off', 'ask', 'required'],
  [FIRST_COME_SETTING]: FIRST_COME_RULES,
};

/** The values a setting may have, if they are few. */
export const settingChoices = (key: string): readonly string[] | undefined =>
  Object.hasOwn(SETTING_CHOICES, key) ? SETTING_CHOICES[key] : undefined;
