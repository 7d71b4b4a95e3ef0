import type { NewReferralInput } from '../../src/sync/outbox/enqueue.ts';

/**
 * Somebody who was referred. All versions share a tag: the owner's third person is `o3`, in versions `o3v1`, `o3v2`; one
 * that the owner took for the stranger is `o3t`.
 */
export interface Referred {
  tag: string;
  versions: number;
  /**
   * How many copies the server may hold: if an earlier version had arrived, the person is told and may send another.
   */
  copies: number;
}

/** What people did, saw and were told; the engine's promises are checked against it. */
export class Ledger {
  readonly people: Referred[] = [];
  /** Contents that a person was told are saved and that are still wanted, by name. */
  readonly saved = new Set<string>();
  /** Contents a person was told are not saved. */
  readonly refusedToSave = new Set<string>();
  readonly files: { owner: string; rows: NewReferralInput[] }[] = [];

  /** Contents nobody wants anymore: changed, removed or given up. */
  readonly #over = new Set<string>();

  /** The person hands the content over, perhaps again. */
  begin(name: string): void {
    this.#over.delete(name);
  }

  /** The person was told that it is saved; they may already have changed it in another tab. */
  tell(name: string): void {
    if (!this.#over.has(name)) this.saved.add(name);
  }

  drop(name: string): void {
    this.#over.add(name);
    this.saved.delete(name);
  }

  isOver(name: string): boolean {
    return this.#over.has(name);
  }

  bringBack(name: string): void {
    this.#over.delete(name);
    this.saved.add(name);
  }

  /** A new person whose name begins with the letter of `owner`. */
  add(owner: string, isTaken = false): Referred {
    const tag = `${owner}${this.people.length}${isTaken ? 't' : ''}`;
    const person = { tag, versions: 0, copies: 1 };
    this.people.push(person);
    return person;
  }

  byTag(tag: string): Referred | undefined {
    return this.people.find((person) => person.tag === tag);
  }

  /** The server may hold one more of this person. */
  allowCopy(tag: string): void {
    const person = this.byTag(tag);
    if (person) person.copies += 1;
  }

  /** The person's data is knowingly given up, or lost beyond help. */
  giveUp(owner: string): void {
    for (const name of this.saved) if (name.startsWith(owner)) this.drop(name);
  }
}

export function nextName(person: Referred): string {
  person.versions += 1;
  return `${person.tag}v${person.versions}`;
}

export const tagOf = (name: string) => name.split('v')[0] ?? '';

/** Whether whoever saved it took it for the other person. */
export const isTaken = (name: string) => tagOf(name).endsWith('t');
