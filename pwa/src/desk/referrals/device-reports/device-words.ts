import type { FieldDevice } from '@sunloop/shared-types/referrals/admin-device-reports.ts';
import { READ_SHAPE } from '@sunloop/engine/data/read-shapes.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { formatNumber } from '../../../lib/format-number.ts';

/** What still waits there: '3 referrals waiting, 1 of them needs a fix'. */
export function owedWords({ owed, refused }: Pick<FieldDevice, 'owed' | 'refused'>): string {
  const all = `${formatNumber(owed)} ${owed === 1 ? 'referral' : 'referrals'} waiting`;
  if (refused === 0) return all;
  const needs = refused === 1 ? 'needs' : 'need';
  if (refused === owed) return `${all} that ${needs} a fix`;
  return `${all}, ${formatNumber(refused)} of them ${needs} a fix`;
}

/** How many are gone: '2 referrals missing'. */
export function missingWords({ missing, missingMore }: FieldDevice): string {
  const count = missing.length + missingMore;
  return `${formatNumber(count)} ${count === 1 ? 'referral' : 'referrals'} missing`;
}

/** The app there: of one build with the desk that shows it, or of another, by its name. */
export const versionWords = ({ version }: FieldDevice) =>
  version === READ_SHAPE ? 'Up to date' : `Another version (${version})`;

const PROTECTED = { true: 'Yes', false: 'No', null: 'Unknown' } as const;

/** Whether the browser keeps what is stored when the device runs full. */
export const protectedWords = ({ isProtected }: FieldDevice) => PROTECTED[`${isProtected}`];

/** The short form of an id, by which a person can tell it over the phone. */
const shortId = (id: string) => id.slice(-8);

/** A missing row: '4f1a09c2, added Nov 21, 2026'. */
export const rowWords = ({ id, takenAt }: FieldDevice['missing'][number]) =>
  `${shortId(id)}, added ${formatDay(takenAt)}`;
