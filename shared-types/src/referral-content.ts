import { type PushRow, REFERRAL_FIELDS, type Referral, type ReferralField } from './referral.ts';

/** What tells who a referral is about; its `date` is a claim that may be replaced at receipt. */
export type GivenContent = Pick<PushRow, ReferralField>;
/** The same as it is stored: what is absent is null. */
export type ReferralContent = Pick<Referral, ReferralField>;

/** What they are called where there is no more to be said, and in files. */
export const REFERRAL_FIELD_LABELS: Readonly<Record<ReferralField, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
};

/** Headings of a table of them, in the order of `REFERRAL_FIELDS`. */
export const REFERRAL_HEADINGS = REFERRAL_FIELDS.map((field) => REFERRAL_FIELD_LABELS[field]);

/** As a form holds them: what is absent is empty, so of nothing a form nobody has typed in. */
export function typedContent(row: Partial<GivenContent> = {}): Record<ReferralField, string> {
  const texts = REFERRAL_FIELDS.map((field) => [field, row[field] ?? '']);
  return Object.fromEntries(texts) as Record<ReferralField, string>;
}

/** Takes the content out of a row that may hold more. */
export function referralContent(row: GivenContent): ReferralContent {
  const content: Partial<Record<ReferralField, string | null>> = {};
  for (const field of REFERRAL_FIELDS) content[field] = row[field] ?? null;
  // Each field was written, and a row always has those that are never null.
  return content as ReferralContent;
}

/**
 * A text in the form two of them are compared: white space, letter case and Unicode spelling make no
 * difference, and none is the same as empty. The ids of uploaded rows are made of it, so it never changes.
 */
export function comparableText(text: string | null | undefined): string {
  return (text ?? '').normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** What a person typed as it is compared, in the order of `REFERRAL_FIELDS`. */
export function comparableContent(row: GivenContent): string[] {
  return REFERRAL_FIELDS.map((field) => comparableText(row[field]));
}

/** Whether two spellings of a referral say the same (API.md, POST /api/referrals). */
export function hasSameContent(one: GivenContent, other: GivenContent): boolean {
  return REFERRAL_FIELDS.every(
    (field) => comparableText(one[field]) === comparableText(other[field]),
  );
}
