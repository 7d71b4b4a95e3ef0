import type { User } from '@sunloop/shared-types/ground/user.ts';
import { EXPECTED_USER_HEADER } from '@sunloop/shared-types/limits.ts';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { readReceipt, type Receipt } from '@sunloop/shared-types/referrals/receipts.ts';
import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { Push } from '@sunloop/shared-types/referrals/sync.ts';
import { receiptPath } from '../../src/data/receipt-path.ts';
import type { FakeServer } from '../../src/test/fake-server.ts';
import type { SeenRequest } from '../../src/test/fake-step.ts';
import { giveReceipts, personHashOf, receiptSigner } from '../../src/test/receipts.ts';
import { hasList } from './raw-lists.ts';
import { rawRows } from './raw-storage.ts';
import type { ServerPast } from './server-past.ts';

interface Watched {
  server: FakeServer;
  owner: User;
  stranger: User;
  past: ServerPast;
}
/** What a push is made of here. */
type Sent = Omit<Push, 'referrals'> & { referrals: readonly PushRow[] };
type Kept = Receipt & { text: string };

/** Signing keys are slow to make. */
const signer = receiptSigner();

/**
 * Watches the receipts a device keeps (rule 38): an earlier one is never replaced by a later one, each goes along with its
 * row when that is sent again, and from then on the row counts from the time that it certifies. So who came first is
 * whoever has the earliest receipt, whatever was lost in between.
 */
export class ReceiptWatch {
  /** What each user's device kept when things were last quiet, by row. */
  readonly #kept = new Map<string, ReadonlyMap<string, Kept>>();
  /** Times by which rows that came again have to count, by the row as it came. */
  readonly #owed = new Map<string, string>();
  /** Users whose device may have forgotten all of it meanwhile, until it is seen to have. */
  readonly #doubted = new Set<string>();
  readonly #firstReceived: (row: Referral) => string;
  #faults: string[] = [];

  constructor({ server }: Pick<Watched, 'server'>) {
    this.#firstReceived = giveReceipts(server, signer);
    const { believe } = server;
    server.believe = (receipts, user, push) => {
      believe(receipts, user, push);
      if (push.isAgain) this.#owe(server.rows, user.id, push);
    };
  }

  /** Called with each request, before it is answered. */
  note({ server, past }: Watched, { path, headers, body }: SeenRequest): void {
    if (path !== customerRoutes.pushReferrals.path) return;
    const { referrals, receipts = [] } = body as Sent;
    const userId = headers.get(EXPECTED_USER_HEADER) ?? '';
    const here = rawReceipts(userId);
    for (const row of referrals) {
      const kept = this.#keptOf(userId, row);
      const isHere = kept && here.get(row.id)?.text === kept.text;
      const isLost = past.lost.has(row.id) && !server.rows.has(row.id);
      if (isHere && isLost && !receipts.includes(kept.text)) {
        this.#faults.push(`rule 38: ${past.rows.get(row.id)?.name} goes without its receipt`);
      }
    }
  }

  /** Only of the row as it is: what its person has changed is another one. */
  #keptOf(userId: string, row: PushRow): Kept | undefined {
    const kept = this.#kept.get(userId)?.get(row.id);
    return kept?.personHash === personHashOf(row) ? kept : undefined;
  }

  /** What the device had of these before it sent them counts from now on. */
  #owe(rows: ReadonlyMap<string, Referral>, userId: string, { referrals }: Sent): void {
    for (const sent of referrals) {
      const row = rows.get(sent.id);
      const kept = this.#keptOf(userId, sent);
      if (row && kept) this.#owed.set(`${row.id} ${row.createdAt}`, kept.receivedAt);
    }
  }

  /** Somebody signs in or out, or the browser clears what their device holds. */
  doubt(userId: string): void {
    this.#doubted.add(userId);
  }

  look({ server, owner, stranger }: Watched): string[] {
    const late = [...server.rows.values()].filter(
      (row) => this.#firstReceived(row) > (this.#owed.get(`${row.id} ${row.createdAt}`) ?? '9'),
    );
    return [
      ...this.#faults.splice(0),
      ...[owner, stranger].flatMap(({ id }) => this.#lookAt(id)),
      ...late.map(({ name }) => `rule 38: ${name} counts as received later than its receipt says`),
    ];
  }

  #lookAt(userId: string): string[] {
    const isSure = hasList(userId) && !this.#doubted.has(userId);
    if (!hasList(userId)) this.#doubted.delete(userId);
    const before = (isSure && this.#kept.get(userId)) || new Map<string, Kept>();
    const now = rawReceipts(userId);
    this.#kept.set(userId, now);
    return [...before].flatMap(([id, { receivedAt }]) => {
      const kept = now.get(id);
      if (!kept) return [`rule 38: the receipt of ${id} is gone`];
      return kept.receivedAt > receivedAt
        ? [`rule 38: a later receipt of ${id} took the place of an earlier one`]
        : [];
    });
  }
}

/** The receipts of their own rows that somebody's device keeps, by row. */
function rawReceipts(userId: string): ReadonlyMap<string, Kept> {
  const kept = rawRows(userId, 'resources').flatMap(({ path, data }) => {
    const { text = '' } = (data ?? {}) as { text?: string };
    const receipt = readReceipt(text);
    return receipt && path === receiptPath(receipt.referralId) ? { ...receipt, text } : [];
  });
  return new Map(kept.map((one) => [one.referralId, one]));
}
