import type { AdminReferral } from '@sunloop/shared-types';
import type { DeskCounts, DeskRow, DeskView, ListPage } from './desk-view.ts';
import type { WaitingActs } from './referral-table.ts';
import type { Selection } from './selection.ts';

/** What the page asks about the list besides its rows. */
export type Question =
  /** Everything in the view, as a file. */
  | { kind: 'csv'; view: DeskView }
  /** The selected referrals without this status: how many, and the first `max` of them. */
  | { kind: 'changes'; to: string; selection: Selection; view: DeskView; max: number }
  | { kind: 'referral'; id: string }
  /** How many of all have each status and mark. */
  | { kind: 'counts' }
  /** The place of a referral in a view, and its neighbors. */
  | { kind: 'beside'; id: string; view: DeskView }
  /** The newest `max` that contain everything typed. */
  | { kind: 'find'; q: string; max: number }
  /** Users who referred somebody, by part of the name or email or by their id. */
  | { kind: 'referrers'; q: string };

/** A referral to be changed, with the status it was seen with. */
export type Target = Pick<AdminReferral, 'id' | 'status' | 'name' | 'email'>;

export interface ReferrerOption {
  id: string;
  name: string;
  email: string;
}

/** A referral with others that may be the same person. */
export interface KnownReferral {
  row: DeskRow;
  twins: AdminReferral[];
}

export interface Answers {
  csv: Blob;
  changes: { total: number; targets: Target[] };
  /** Undefined when the device has no such referral. */
  referral: KnownReferral | undefined;
  referrers: ReferrerOption[];
  counts: DeskCounts;
  /** `place` is counted from 1, 0 for one the view does not show. */
  beside: {
    place: number;
    total: number;
    previous?: string | undefined;
    next?: string | undefined;
  };
  find: AdminReferral[];
}

/** The state of the list on this device. */
export interface DeskState {
  /** Whether the device has a list at all, and whether all of it has been read. */
  isStored: boolean;
  isLoaded: boolean;
  /** The list is being fetched now. */
  isFetching: boolean;
  /** Rows received so far. */
  received: number;
  /** When it was last fetched, and when fetching last failed; epoch milliseconds, 0 for never. */
  fetchedAt: number;
  triedAt: number;
  /** Nobody answers, or the session is over. */
  isCut: boolean;
}

/** Before anything is known of the list. */
export const NOTHING_YET: DeskState = {
  isStored: false,
  isLoaded: false,
  isFetching: false,
  received: 0,
  fetchedAt: 0,
  triedAt: 0,
  isCut: false,
};

export type ToDesk =
  | { kind: 'open'; userId: string }
  | { kind: 'waiting'; acts: WaitingActs }
  /** A newer request replaces one not answered yet. */
  | { kind: 'list'; serial: number; view: DeskView; from: number; to: number }
  | { kind: 'ask'; serial: number; question: Question }
  | { kind: 'refresh' };

export type FromDesk =
  | { kind: 'state'; state: DeskState }
  | { kind: 'list'; serial: number; page: ListPage }
  | { kind: 'answer'; serial: number; answer: Answers[keyof Answers] }
  /** Earlier answers may be outdated. */
  | { kind: 'changed' };
