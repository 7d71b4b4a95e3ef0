import type { CallList, DueCall } from '@sunloop/shared-types/referrals/call-list.ts';
import { statusAfter, type WaitingActs } from '@sunloop/engine/acts.ts';

/** Whom to call, as the server said it and with what was done here since. */
export interface DueRows {
  rows: readonly DueCall[];
  /** How many there are in all, and how many of them are overdue. */
  total: number;
  overdue: number;
  isMore: boolean;
}

interface Since {
  waiting: WaitingActs;
  /** The last call noted here to each referral, by its key: the server's answer may be from before it. */
  noted: ReadonlyMap<string, string>;
  /** The office's, such as `2026-11-27`; what the server answered yesterday may be due only tomorrow. */
  today: string;
}

/** Those of the list who are still to be called; the others are not counted either. */
export function dueRowsOf(list: CallList, since: Since): DueRows {
  const isDue = (row: DueCall) => isStillDue(row, since);
  const done = list.calls.filter((row) => !isDue(row));
  const isOverdue = ({ lead: { dueOn } }: DueCall) => dueOn !== null && dueOn < since.today;
  return {
    rows: list.calls.filter(isDue),
    total: list.total - done.length,
    overdue: Math.max(0, list.overdue - done.filter(isOverdue).length),
    isMore: list.isMore,
  };
}

function isStillDue({ referral, lead, calls }: DueCall, { waiting, noted, today }: Since): boolean {
  const act = waiting.get(referral.id);
  if (act?.isDeleted || act?.calls) return false;
  const last = noted.get(referral.id);
  if (last !== undefined && !calls.some(({ id }) => id === last)) return false;
  const status = statusAfter(referral.status, act);
  if (lead.dueOn === null) return status === 'submitted';
  return status !== 'completed' && lead.dueOn <= today;
}

/** Who stands before and after somebody in the list, and where that is, from 1. */
export interface BesideCall {
  place: number | undefined;
  total: number;
  previous: string | undefined;
  next: string | undefined;
}

/** The place of somebody in the list; after those who are not in it comes the first. */
export function besideIn(rows: readonly DueCall[], id: string | undefined): BesideCall {
  const at = rows.findIndex(({ referral }) => referral.id === id);
  const idAt = (index: number) => rows[index]?.referral.id;
  const place = at < 0 ? undefined : at + 1;
  return { place, total: rows.length, previous: idAt(at - 1), next: idAt(at + 1) };
}
