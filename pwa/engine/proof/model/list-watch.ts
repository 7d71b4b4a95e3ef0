import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { FakeServer } from '../../src/test/fake-server.ts';
import { hasList } from './raw-lists.ts';
import { rawReferrals } from './raw-storage.ts';

interface Watched {
  server: FakeServer;
  owner: User;
  stranger: User;
}

/** Watches the list a person sees: no version in it is ever followed by an older one (rule 31). */
export class ListWatch {
  readonly #seen = new Map<string, { versions: Map<string, string>; gone: Set<string> }>();
  /** Versions that the server was put back to, which count (rule 38). */
  readonly #putBack = new Set<string>();

  look(world: Watched): string[] {
    return [world.owner.id, world.stranger.id].flatMap((userId) => this.#lookAt(world, userId));
  }

  /** What the server holds now counts, whatever it was before. */
  allow(rows: Iterable<Referral>): void {
    for (const { id, updatedAt } of rows) {
      this.#putBack.add(id + updatedAt);
      for (const { gone } of this.#seen.values()) gone.delete(id);
    }
  }

  #lookAt({ server }: Watched, userId: string): string[] {
    // A sign-out forgets the lists; until the next one, rows are shown as pushes reported them.
    if (!hasList(userId)) this.#seen.delete(userId);
    const seen = this.#seen.get(userId) ?? { versions: new Map(), gone: new Set() };
    this.#seen.set(userId, seen);
    const rows = rawReferrals(userId);
    const { versions, gone } = seen;
    const isOlder = ({ id, updatedAt }: Referral) =>
      updatedAt < (versions.get(id) ?? '') && !this.#putBack.has(id + updatedAt);
    const older = rows.filter(isOlder);
    const back = rows.filter(({ id }) => gone.has(id));
    const foreign = rows.filter((row) => row.userId !== userId);
    const ids = new Set(rows.map(({ id }) => id));
    const isTwice = ids.size < rows.length;
    for (const id of versions.keys()) if (!ids.has(id) && server.deleted.has(id)) gone.add(id);
    for (const { id, updatedAt } of rows) versions.set(id, updatedAt);
    return [
      ...older.map(({ name }) => `rule 31: an older version of ${name} replaced a newer one`),
      ...back.map(({ name }) => `rule 31: ${name} was deleted, disappeared and is back`),
      ...(isTwice ? ['rule 31: a referral is listed twice'] : []),
      ...foreign.map(({ name }) => `rule 6: ${name} of another user is shown`),
    ];
  }
}
