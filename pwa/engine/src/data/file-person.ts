import type { ReferralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';

/** Somebody in a file; `date` and `permission` only if the file says when they were referred, and that they agreed. */
export type FilePerson = ReferralContent & Pick<PushRow, 'permission'> & { date?: string };

/** What is wrong with a person's fields, in words. */
export type CellErrors = Partial<Record<keyof ReferralContent, string>>;

/** A line of a file that is not sent: as it was read, and what is wrong with each cell. */
export interface LeftOutLine {
  /** Counted from 1; below 0 where it is no line of a file, but somebody found in cards or a text. */
  line: number;
  text: string;
  person: FilePerson;
  errors: CellErrors;
  /** Why it is nobody, so that there is nothing to mend; or why somebody is not sent. */
  why?: string;
  /** They are somebody, who is sent if the person says so. */
  mayBeSent?: boolean;
}
