/** What the referrer says of the friend below the fields, on the form and of a file. */
export const PERMISSION_WORDS = 'They agreed to be contacted';
/** Which words these are: raised with each change of their meaning, and stored with the referral. */
export const PERMISSION_VERSION = 1;
export const PERMISSION_NEEDED = 'Please confirm that they agreed to be contacted';

/** Whether the box of these words is shown, and must be ticked (the setting `referrals.permission`). */
export const PERMISSION_MODES = ['off', 'ask', 'required'] as const;
