import type { User } from '@sunloop/shared-types/ground/user.ts';
import type {
  OnBehalfList,
  OnBehalfReferral,
  OnBehalfResult,
} from '@sunloop/shared-types/referrals/on-behalf.ts';
import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { onBehalfRoutes } from '@sunloop/shared-types/referrals/on-behalf.ts';
import {
  hasSameContent,
  referralContent,
} from '@sunloop/shared-types/referrals/referral-content.ts';
import type { OnBehalfPushRow } from '../data/on-behalf-row.ts';
import { jsonAnswer } from './fake-answers.ts';
import type { FakeServer } from './fake-server.ts';

export const ON_BEHALF = onBehalfRoutes.ownTaken.path;

/** What the fake server knows of referrals taken for others. Everybody it knows may take for everybody else. */
export class FakeOnBehalf {
  /** Who took which stored row, by its id. */
  readonly by = new Map<string, string>();
  readonly customers: User[];
  readonly #erased = new Set<string>();
  readonly #server: FakeServer;

  constructor(server: FakeServer, customers: readonly User[]) {
    this.#server = server;
    this.customers = [...customers];
    server.more.set(ON_BEHALF, (user, request) =>
      request.method === 'POST'
        ? jsonAnswer(this.#pushed(user, request.body))
        : jsonAnswer(this.listOf(user), request),
    );
  }

  /** The server was put back: it knows who took what it still knows of. */
  forgetLost(): void {
    const { rows, deleted } = this.#server;
    for (const id of this.by.keys()) if (!rows.has(id) && !deleted.has(id)) this.by.delete(id);
  }

  /** The customer's account was erased: nobody is told any longer who took what for them. */
  erase({ id: customerId, referralCode }: User): void {
    for (const { id, userId } of this.#server.rows.values()) {
      if (userId === customerId) this.by.delete(id);
    }
    this.#erased.add(referralCode ?? '');
  }

  listOf(user: User): OnBehalfList {
    const own = [...this.#server.rows.values()].filter(({ id }) => this.by.get(id) === user.id);
    const rows = own.map((row) => this.#present(row)).toReversed();
    const completed = rows.filter(({ status }) => status === 'completed').length;
    const deletes = [...this.#server.deleted.keys()].filter((id) => this.by.get(id) === user.id);
    return { rows, total: rows.length, completed, deletes };
  }

  #pushed(user: User, body: unknown) {
    const { rows } = body as { rows: OnBehalfPushRow[] };
    return { results: rows.map((row) => this.#push(user, row)) };
  }

  #push(user: User, { for: code, ...row }: OnBehalfPushRow): OnBehalfResult {
    const { id } = row;
    const there = this.#server.rows.get(id);
    if (there && this.by.get(id) === user.id) {
      const isSame = this.#codeOf(there) === code && hasSameContent(there, row);
      return isSame
        ? { id, status: 'stored', taken: this.#present(there) }
        : refused(row, 'id_conflict');
    }
    if (this.#erased.has(code)) return refused(row, 'deleted');
    const customer = this.customers.find((one) => one.referralCode === code && one.id !== user.id);
    if (!customer) return refused(row, 'no_such_customer');
    const [result] = this.#server.store(customer, [row]);
    if (result?.status === 'duplicate') return refused(row, 'duplicate_referral');
    if (!result?.referral || result.status === 'rejected') return refused(row, result?.code ?? '');
    this.by.set(id, user.id);
    return { id, status: result.status, taken: this.#present(result.referral) };
  }

  #codeOf({ userId }: Referral): string | null | undefined {
    return this.customers.find(({ id }) => id === userId)?.referralCode;
  }

  #present(row: Referral): OnBehalfReferral {
    const { id, permission = null, date, status, createdAt } = row;
    const customer = this.customers.find((one) => one.id === row.userId);
    return {
      ...referralContent(row),
      id,
      permission,
      date,
      status,
      createdAt,
      for: customer?.referralCode ?? '',
      customer: customer?.username ?? '',
    };
  }
}

const refused = ({ id }: PushRow, code: string): OnBehalfResult => {
  return { id, status: 'rejected', code, error: `Refused: ${code}` };
};
