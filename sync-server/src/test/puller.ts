import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { AdminReferralDelta } from '@sunloop/shared-types/referrals/sync.ts';
import type { routes } from '@sunloop/shared-types/routes.ts';
import type { TestClient } from './client.ts';

type Delta = Omit<AdminReferralDelta, 'upserts'> & { upserts: Referral[] };
type PullRoute = typeof routes.pullReferrals | typeof routes.pullAdminReferrals;

/** A device: keeps the rows and the cursor it was given. */
export class Puller {
  cursor = '';
  readonly #rows = new Map<string, Referral>();
  readonly #route: PullRoute;
  #client: TestClient;

  constructor(client: TestClient, route: PullRoute) {
    this.#client = client;
    this.#route = route;
  }

  /** From now on asks another process, with the cursor it has. */
  moveTo(client: TestClient): void {
    this.#client = client;
  }

  async pull(): Promise<Delta> {
    const query = { since: this.cursor };
    const delta: Delta = (await this.#client.call(this.#route, { query })).body;
    if (delta.full) this.#rows.clear();
    for (const row of delta.upserts) this.#rows.set(row.id, row);
    for (const id of delta.deletes) this.#rows.delete(id);
    this.cursor = delta.cursor;
    return delta;
  }

  /** The rows it has, newest first as in the lists. */
  rows(): Referral[] {
    const rank = ({ createdAt, id }: Referral) => createdAt + id;
    return [...this.#rows.values()].toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1));
  }
}
