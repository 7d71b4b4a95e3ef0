import type { ReferralChange } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import type { DeskChange, FakeDesk } from '../../src/test/fake-desk.ts';

/** What an admin wanted for a referral, what they saw then, and how far the server's history had come. */
interface Wish {
  saw: string;
  /** null is a deletion. */
  wanted: string | null;
  story: number;
}

/** What the admin asked for and still wants, to compare with what the server did. */
export class Wishes {
  /** Everything ever wanted, by referral. */
  readonly said = new Map<string, Wish[]>();
  readonly wanted = new Map<string, Wish>();
  readonly #saving = new Map<string, number>();
  readonly #contested = new Set<string>();
  readonly #desk: FakeDesk;
  readonly #first: ReadonlyMap<string, string>;

  constructor(desk: FakeDesk, rows: readonly AdminReferral[]) {
    this.#desk = desk;
    this.#first = new Map(rows.map(({ id, status }) => [id, status]));
  }

  ids(): string[] {
    return [...this.#first.keys()];
  }

  /** From now on the server may do this, even before it is known to be saved. */
  say(act: ReferralChange): void {
    const { id } = act;
    this.said.set(id, [...(this.said.get(id) ?? []), this.#toWish(act)]);
    const tabs = this.#saving.get(id) ?? 0;
    this.#saving.set(id, tabs + 1);
    if (tabs > 0) this.#contested.add(id);
    else this.#contested.delete(id);
  }

  /** Call it once what was said is saved, or could not be. */
  noteSaved(id: string): void {
    this.#saving.set(id, (this.#saving.get(id) ?? 1) - 1);
  }

  /** Whether tabs saved the latest acts on this referral at the same moment. */
  isContested(id: string): boolean {
    return this.#contested.has(id);
  }

  /** A wish on top of a waiting one may already be fulfilled by it, if it has been on its way for long. */
  want(act: ReferralChange, isOnTop = false): void {
    const { id } = act;
    const older = isOnTop ? this.wanted.get(id) : undefined;
    const wish = this.#toWish(act);
    this.wanted.set(id, { ...wish, story: older?.story ?? wish.story });
  }

  /** Whether the wish came true in the server's history at some time since it was made. */
  cameTrue(id: string, { wanted, story }: Wish): boolean {
    const isOfIt = (change: DeskChange) => change.id === id;
    const { changes } = this.#desk;
    if (wanted === null) return changes.some((change) => isOfIt(change) && change.to === null);
    const before = changes.slice(0, story).findLast(isOfIt);
    const then = before ? before.to : this.#first.get(id);
    return then === wanted || changes.slice(story).some((one) => isOfIt(one) && one.to === wanted);
  }

  #toWish(act: ReferralChange): Wish {
    const wanted = act.act === 'status' ? act.status : null;
    return { saw: act.expected, wanted, story: this.#desk.changes.length };
  }
}
