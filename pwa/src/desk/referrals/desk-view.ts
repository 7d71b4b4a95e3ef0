import {
  REFERRAL_COLUMNS,
  type ReferralColumn,
} from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { SPEC_COLUMNS } from './desk-columns.ts';

/** Marks that can be filtered like a status. */
export const MARKS = ['duplicate', 'late', 'waiting'] as const;
/** The referrals whose changes wait to be sent, which only this device knows. */
export const WAITING = 'waiting';

/** Filter and order of the list; empty texts filter nothing. */
export interface DeskView {
  q: string;
  /** A status or a mark. */
  status: string;
  /** Id of the referrer. */
  referrer: string;
  /** Days of the referral in this device's time, both included. */
  from: string;
  to: string;
  column: ReferralColumn;
  isDescending: boolean;
}

/** The initial view: newest first. */
export const FIRST_VIEW: DeskView = {
  q: '',
  status: '',
  referrer: '',
  from: '',
  to: '',
  column: 'date',
  isDescending: true,
};

type SearchKeys = 'q' | 'status' | 'referrer' | 'from' | 'to' | 'sort';
type ViewSearch = { readonly [key in SearchKeys]?: string | undefined };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the view from the URL; unreadable values filter nothing. */
export function viewOf({ q, status, referrer, from, to, sort }: ViewSearch): DeskView {
  const column = REFERRAL_COLUMNS.find((one) => one === sort?.replace(/^-/, ''));
  const order = column ? { column, isDescending: sort?.startsWith('-') === true } : {};
  const filters = { q: q ?? '', status: status ?? '', referrer: referrer ?? '' };
  return { ...FIRST_VIEW, ...filters, from: dayOf(from), to: dayOf(to), ...order };
}

const dayOf = (text = '') => (DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : '');

/** The order in the URL; the initial one is left out. */
export function sortOf({ column, isDescending }: DeskView): string | undefined {
  const isFirst = column === FIRST_VIEW.column && isDescending === FIRST_VIEW.isDescending;
  return isFirst ? undefined : `${isDescending ? '-' : ''}${column}`;
}

export function isNarrowed({ q, status, referrer, from, to }: DeskView): boolean {
  return [q, status, referrer, from, to].some((text) => text !== '');
}

/** Columns of the URL (`name.email`), in the list's own order; the usual ones if there are none. */
export function columnsOf(text: string | undefined): readonly ReferralColumn[] {
  const wanted = new Set(text?.split('.'));
  const found = REFERRAL_COLUMNS.filter((column) => wanted.has(column));
  return found.length === 0 ? SPEC_COLUMNS : found;
}

export function columnsText(columns: readonly ReferralColumn[]): string | undefined {
  const text = REFERRAL_COLUMNS.filter((column) => columns.includes(column)).join('.');
  return text === '' || text === SPEC_COLUMNS.join('.') ? undefined : text;
}
