import type { User } from '@sunloop/shared-types/ground/user.ts';
import type {
  ReferralAct,
  ReferralActResult,
  ReferralActs,
} from '@sunloop/shared-types/referrals/admin-act.ts';
import { type CallAct, isContact } from '@sunloop/shared-types/referrals/calls.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { jsonAnswer } from './fake-answers.ts';
import type { FakeServer } from './fake-server.ts';
import type { SeenRequest } from './fake-step.ts';
import { nextVersion } from './next-version.ts';

/** Something that really changed; `to` is null for a deletion. */
export interface DeskChange {
  by: string;
  id: string;
  from: string;
  to: string | null;
}

const DESK_LIST = '/api/admin/referrals';
export const ACTS = '/api/admin/referrals/acts';

/** The admin's side of the fake server: everybody's referrals and what was done to them. */
export class FakeDesk {
  readonly rows = new Map<string, AdminReferral>();
  readonly changes: DeskChange[] = [];
  /** Calls that were noted, each once. */
  calls: CallAct[] = [];
  readonly #done = new Set<string>();
  readonly #deleted = new Set<string>();

  constructor(server: FakeServer, rows: readonly AdminReferral[]) {
    for (const row of rows) this.rows.set(row.id, row);
    server.more.set(ACTS, (user, { body }) => this.#actAll(user, body as ReferralActs));
    server.more.set(DESK_LIST, (_, request) => this.#page(request));
  }

  /** A change by another admin, or by this one elsewhere. */
  change(by: string, id: string, to: string | null): void {
    const row = this.rows.get(id);
    if (!row) return;
    this.changes.push({ by, id, from: row.status, to });
    if (to === null) {
      this.rows.delete(id);
      this.#deleted.add(id);
    } else {
      this.rows.set(id, { ...row, status: to, updatedAt: nextVersion() });
    }
  }

  /** Newest first by `createdAt`, then `id`; its cursors are ids. */
  #page(request: SeenRequest): Response {
    const { query } = request;
    const keyOf = ({ createdAt, id }: AdminReferral) => createdAt + id;
    const status = query.get('status');
    const after = this.rows.get(query.get('after') ?? '');
    const matching = [...this.rows.values()]
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
      .filter((row) => status === null || row.status === status)
      .filter((row) => !after || keyOf(row) < keyOf(after));
    const rows = matching.slice(0, Number(query.get('limit')));
    const answer = jsonAnswer(rows, request);
    if (rows.length < matching.length) {
      answer.headers.set('Link', `<${DESK_LIST}?limit=1&after=${rows.at(-1)?.id}>; rel="next"`);
    }
    return answer;
  }

  /** The server is put back to when it had these rows, and had done nothing. */
  putBackTo(rows: readonly AdminReferral[]): void {
    this.rows.clear();
    for (const row of rows) this.rows.set(row.id, row);
    this.calls = [];
    this.#done.clear();
    this.#deleted.clear();
  }

  #actAll(user: User, { acts, isCheck }: ReferralActs): Response {
    const judge = (act: ReferralAct) => (isCheck ? this.#check(act) : this.#act(user, act));
    return jsonAnswer({ results: acts.map(judge) });
  }

  #check(act: ReferralAct): ReferralActResult {
    const { id } = act;
    const row = this.rows.get(id);
    if (!row) return { id, outcome: this.#deleted.has(id) ? 'done' : 'gone', referral: null };
    const isAsWanted = act.act === 'status' && row.status === act.status;
    const isDone = isAsWanted || (act.act !== 'delete' && this.#done.has(act.key ?? ''));
    return { id, outcome: isDone ? 'done' : 'conflict', referral: row };
  }

  #act(user: User, act: ReferralAct): ReferralActResult {
    if (act.act === 'call') return this.#call(user, act);
    const { id } = act;
    const row = this.rows.get(id);
    const to = act.act === 'delete' ? null : act.status;
    if (!row) return { id, outcome: to === null ? 'done' : 'gone', referral: null };
    const key = act.act === 'status' ? act.key : undefined;
    if (key !== undefined && this.#done.has(key)) return { id, outcome: 'done', referral: row };
    if (row.status !== act.expected && row.status !== to) {
      return { id, outcome: 'conflict', referral: row };
    }
    if (key !== undefined) this.#done.add(key);
    if (row.status !== to) this.change(user.id, id, to);
    return { id, outcome: 'done', referral: this.rows.get(id) ?? null };
  }

  #call(user: User, call: CallAct): ReferralActResult {
    const { id, key, outcome } = call;
    const row = this.rows.get(id);
    if (!row) return { id, outcome: 'gone', referral: null };
    if (!this.#done.has(key)) {
      this.#done.add(key);
      this.calls.push(call);
      if (isContact(outcome) && row.status === 'submitted')
        this.change(user.id, id, 'contact_made');
    }
    return { id, outcome: 'done', referral: this.rows.get(id) ?? null };
  }
}
