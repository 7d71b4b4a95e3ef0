import {
  lostReportRoutes,
  PUSH_MAX_ROWS,
  type Referral,
  type ReferralDelta,
  referralContent,
} from '@sunloop/shared-types';
import { call } from '../../api/client.ts';
import { isProblem, notLoaded } from '../../api/problems.ts';
import { readOwnReferrals } from '../../data/own-referrals.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { putEntries, toEntries } from '../outbox/enqueue.ts';
import { noteInLog } from '../outbox/log-lines.ts';

type Gaps = NonNullable<ReferralDelta['gaps']>;

/** What a server that was put back to an earlier state may have lost (rule 38). */
export interface LostRows {
  /**
   * Whether this device holds rows that the server stored or changed in a gap, or any that wait, so that it must ask
   * for everything.
   */
  isNear(db: UserDb): Promise<boolean>;
  /**
   * Puts rows from a gap that a whole list lacks back into the outbox, under their own ids; others it lacks were deleted.
   * The caller's transaction holds `referrals`, into which everything has been folded, `outbox`, `rejected`, `log` and
   * `sync`.
   */
  sendAgain(db: UserDb, whole: readonly Referral[], now: number): Promise<void>;
  /** Tells the server what was put back, for the office; sending does not depend on it. */
  report(db: UserDb, deps: SyncDeps): Promise<void>;
}

export function lostIn(gaps: Gaps): LostRows {
  const isIn = (time: string) => gaps.some(({ from, to }) => time >= from && time <= to);
  let lost: readonly Referral[] = [];
  return {
    async isNear(db) {
      const [rows, waiting] = await withReopen(db, () =>
        Promise.all([readOwnReferrals(db), db.outbox.count()]),
      );
      // Rows that wait may have arrived in a gap, because a verdict may be stored late.
      return (
        waiting > 0 || rows.some(({ createdAt, updatedAt }) => isIn(createdAt) || isIn(updatedAt))
      );
    },
    async sendAgain(db, whole, now) {
      const refused = await db.rejected.toCollection().primaryKeys();
      const known = new Set([...refused, ...whole.map(({ id }) => id)]);
      // What still waits, because its answer was lost, is sent in any case.
      await db.outbox.each(({ rows }) => rows?.forEach((row) => known.add(row?.id)));
      // Of somebody forgotten there is nothing to send.
      const isLost = ({ id, email, createdAt }: Referral) =>
        email !== '' && !known.has(id) && isIn(createdAt);
      lost = await db.referrals.filter(isLost).toArray();
      await putBack(db, lost, now);
    },
    async report(db, deps) {
      // What was taken for others may be lost, too, and its own list tells which.
      if (await hasTaken(db)) {
        const { fetchTaken } = await import('./taken-list.ts').catch(notLoaded);
        await fetchTaken(db, deps).catch(throwUnlessProblem);
      }
      for (let at = 0; at < lost.length; at += PUSH_MAX_ROWS) {
        const referrals = lost.slice(at, at + PUSH_MAX_ROWS);
        const options = { body: { referrals }, expectedUser: db.userId };
        await call(lostReportRoutes.reportLost, options).catch(throwUnlessProblem);
      }
    },
  };
}

function throwUnlessProblem(error: unknown): void {
  if (!isProblem(error)) throw error;
}

async function putBack(db: UserDb, lost: readonly Referral[], now: number): Promise<void> {
  if (lost.length === 0) return;
  const rows = lost.map((row) => {
    const { id, permission, date } = row;
    return { id, ...referralContent(row), permission, date };
  });
  const entries = toEntries(rows, now);
  const key = (await putEntries(db, entries)) ?? 0;
  const told = entries.map((entry, at) => ({
    key: key + at,
    rows: entry.rows,
    event: 'lost' as const,
  }));
  await noteInLog(db, told, now);
}

/** Whether a list of what was taken for others is kept here; read by its path, because few devices need its code. */
async function hasTaken(db: UserDb): Promise<boolean> {
  return (await withReopen(db, () => db.resources.get('/api/taken'))) !== undefined;
}
