import { type PushRow, REFERRAL_FIELDS, type Referral, type ReferralField } from './referral.ts';

/** The fields that say whom a referral is about; its `date` is a claim that may be replaced at receipt. */
export type GivenContent = Pick<PushRow, ReferralField>;
/** The same as stored: absent fields are null. */
export type ReferralContent = Pick<Referral, ReferralField>;

/** The fields' labels, for screens without labels of their own and for files. */
export const REFERRAL_FIELD_LABELS: Readonly<Record<ReferralField, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
};

/** Table headings for them, in the order of `REFERRAL_FIELDS`. */
export const REFERRAL_HEADINGS = REFERRAL_FIELDS.map((field) => REFERRAL_FIELD_LABELS[field]);

/** The fields as a form holds them: absent ones are empty, so an empty row gives an empty form. */
export function typedContent(row: Partial<GivenContent> = {}): Record<ReferralField, string> {
  const texts = REFERRAL_FIELDS.map((field) => [field, row[field] ?? '']);
  return Object.fromEntries(texts) as Record<ReferralField, string>;
}

/** Takes the content out of a row that may contain more. */
export function referralContent(row: GivenContent): ReferralContent {
  const content: Partial<Record<ReferralField, string | null>> = {};
  for (const field of REFERRAL_FIELDS) content[field] = row[field] ?? null;
  // Each field is set, and a row always has those that are never null.
  return content as ReferralContent;
}

/**
 * A text reduced for comparison: white space, letter case and Unicode normalization make no difference, and
 * no text is the same as an empty one. The ids of uploaded rows are derived from it, so it never changes.
 */
export function comparableText(text: string | null | undefined): string {
  return (text ?? '').normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** What a person typed, reduced for comparison, in the order of `REFERRAL_FIELDS`. */
export function comparableContent(row: GivenContent): string[] {
  return REFERRAL_FIELDS.map((field) => comparableText(row[field]));
}

/**
 * Whether two spellings of a referral mean the same (API.md, POST /api/referrals). With `one` forgotten, which has no email,
 * nobody can tell any more, so it counts as the same.
 */
export function hasSameContent(one: GivenContent, other: GivenContent): boolean {
  return (
    !one.email ||
    REFERRAL_FIELDS.every(
      (field) =>
        // Normalization is dear, and a row that is sent again is usually spelled as before.
        one[field] === other[field] || comparableText(one[field]) === comparableText(other[field]),
    )
  );
}
