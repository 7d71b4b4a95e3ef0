/** What the referrer says of the friend below the fields, on the form and of a file. */
export const PERMISSION_WORDS = 'They agreed to be contacted';
/** Which words these are: raised with each change of their meaning, and stored with the referral. */
export const PERMISSION_VERSION = 1;
export const PERMISSION_NEEDED = 'Please confirm that they agreed to be contacted';

/** What is stored where people are asked: the version of the words, or 0 if they did not agree. */
export const permissionOf = (agreed: boolean) => (agreed ? PERMISSION_VERSION : 0);
