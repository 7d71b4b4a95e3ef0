import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import type { QuoteStatus } from '@sunloop/shared-types/visitors/quotes.ts';
import { officeTime } from '../../db/query/today.ts';
import { isEmptied } from '../../db/query/is-emptied.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { findRewardWords } from '../../ground/settings/queries.ts';
import { callByOf } from './call-by.ts';

/** A request as whoever made it may follow it. */
export interface OwnRequest {
  readonly id: string;
  /** The number that is called. */
  readonly phone: string;
  /** The office's day, such as `2026-11-29`. */
  readonly askedOn: string;
  /** How far it is; `closed` if nothing came of it. */
  readonly stand: ReferralStatus | 'closed';
  /** The day by which we usually call, if the operator says. */
  readonly callBy: string | undefined;
}

interface Row {
  phone: string;
  asked_on: string;
  quote_status: QuoteStatus;
  referral_id: string | null;
  status: ReferralStatus | null;
}

/**
 * A referral older than the request is not told about: somebody else may have referred the person, and a stranger may
 * ask in their name. An erased request has no phone.
 */
const FIND = `
  select q.phone, to_char(${officeTime('q.created_at')}, 'YYYY-MM-DD') as asked_on, q.status as quote_status, r.id as referral_id, r.status
  from quotes q
    left join referrals r on r.id = q.referral_id and r.created_at >= q.created_at
  where q.id = ? and q.phone <> ''`;

/** The request with this id, which only whoever made it knows; undefined if it is not or no longer there. */
export async function findOwnRequest(
  em: SqlEntityManager,
  id: string,
): Promise<OwnRequest | undefined> {
  const [row] = await em.execute<Row[]>(FIND, [id]);
  if (!row) return undefined;
  const askedOn = row.asked_on;
  const { usual } = await findRewardWords(em);
  const callBy = callByOf(askedOn, usual?.contact_made);
  return { id, phone: row.phone, askedOn, stand: standOf(row), callBy };
}

function standOf({ quote_status, status }: Row): OwnRequest['stand'] {
  if (quote_status === 'closed') return 'closed';
  return status ?? 'submitted';
}

/** The referrer may have had their row forgotten. */
const NEW_PHONE = `
  update referrals r set phone = ? where id = ? and status = 'submitted' and not (${isEmptied('r')})`;

/**
 * Calls another number about a request, and the referral it became gets it, too. Throws 404 if it is not there, 409 once
 * somebody has called.
 */
export async function changeOwnPhone(
  em: SqlEntityManager,
  id: string,
  phone: string,
): Promise<void> {
  await em.transactional(async (tx) => {
    const [row] = await tx.execute<Row[]>(`${FIND} for update of q`, [id]);
    if (!row) throw notFound('This request is not here any more');
    if (standOf(row) !== 'submitted')
      throw conflict('changed_meanwhile', 'We have called already, so the number stays');
    await tx.execute('update quotes set phone = ? where id = ?', [phone, id]);
    if (row.referral_id === null) return;
    await tx.execute(NEW_PHONE, [phone, row.referral_id]);
  });
}
