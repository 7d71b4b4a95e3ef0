import {
  type GivenContent,
  referralContent,
} from '@sunloop/shared-types/referrals/referral-content.ts';
import { customerOf } from './on-behalf-row.ts';

/** What a person wrote about somebody, character by character, and for whom they took it. */
export function contentOf(row: GivenContent): string {
  return JSON.stringify([referralContent(row), customerOf(row)]);
}
