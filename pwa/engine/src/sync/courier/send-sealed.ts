import { type HandoverAnswer, handoverRoutes } from '@sunloop/shared-types/referrals/courier.ts';
import { call } from '../../api/client.ts';
import { isProblem } from '../../api/problems.ts';
import type { EntryOf } from '../../data/outbox-kinds.ts';
import type { UserDb } from '../../data/user-db.ts';
import { judgeProblem, type Verdict } from '../answers/verdict.ts';
import { noteInLog } from '../outbox/log-lines.ts';
import { REFUSED_PREFIX } from './refusals.ts';

/** Delivers the sealed file of an entry; what the server says of it goes to the log, and the file off this device. */
export async function sendSealed(db: UserDb, entry: EntryOf<'sealed'>): Promise<Verdict> {
  const [row] = entry.rows;
  try {
    const body = { sealed: row?.sealed ?? '' };
    const { data } = await call(handoverRoutes.deliverHandover, { body, expectedUser: db.userId });
    return verdictOf(db, entry, whyOf(data));
  } catch (error) {
    if (!isProblem(error)) throw error;
    const verdict = judgeProblem(error, 1, entry.attempts);
    return verdict.kind === 'rejected' ? verdictOf(db, entry, verdict.code) : verdict;
  }
}

const whyOf = (answer: HandoverAnswer) =>
  answer.outcome === 'refused' ? (answer.why ?? '') : undefined;

function verdictOf(db: UserDb, { key, rows }: EntryOf<'sealed'>, why: string | undefined): Verdict {
  const isRefused = why !== undefined;
  return {
    kind: 'stored',
    rows: rows.map(({ id }) => ({ id, isRefused, ...(isRefused && { code: why }) })),
    // It is no referral to be mended: that it was refused is only told.
    keep: async (settled) => {
      const refused = settled.filter(({ verdict }) => verdict.isRefused).map(({ row }) => row);
      const reason = `${REFUSED_PREFIX}${why}`;
      await noteInLog(db, [{ key, rows: refused, event: 'refused', reason }], Date.now());
    },
    show: () => Promise.resolve(),
  };
}
