import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { FakeServer, ServerBackup } from '../../src/test/fake-server.ts';

/** A row, and whose device shows it: its owner's, or that of whoever took it. */
export interface Shown {
  row: Referral;
  by: string;
}

/** Every row the server ever held, by id, because a row that was deleted or lost there has arrived, too. */
export class ServerPast {
  readonly rows = new Map<string, Referral>();
  /** Rows that the server acknowledged and lost while the device showed them, by whom and id; they have to come back. */
  readonly owed = new Map<string, Shown>();
  /** Ids of rows from times that a restore took away. */
  readonly lost = new Set<string>();
  readonly #names = new Set<string>();
  #backups: ServerBackup[];
  readonly #server: FakeServer;

  constructor(server: FakeServer) {
    this.#server = server;
    this.#backups = [server.backUp()];
  }

  /** Call it before deleting a row and before looking one up. */
  note(): void {
    for (const [id, row] of this.#server.rows) {
      this.rows.set(id, row);
      this.#names.add(row.name);
    }
  }

  /** Of all versions, because a server that was put back may get another one under an id. */
  names(): ReadonlySet<string> {
    return this.#names;
  }

  backUp(): void {
    this.#backups.push(this.#server.backUp());
  }

  /**
   * Puts the server back to one of its backups, as another run of its database or, if it is `isUnnoticed`, with its memory.
   * `shown` are the rows the device shows.
   */
  restore(
    { nth, isUnnoticed }: { nth: number; isUnnoticed: boolean },
    shown: readonly Shown[],
  ): void {
    this.note();
    const at = nth % this.#backups.length;
    const backup = this.#backups[at];
    if (!backup) throw new Error('No such backup');
    const before = new Set(this.#server.rows.keys());
    if (isUnnoticed) this.#server.putBackUnnoticed(backup);
    else this.#server.putBack(backup);
    // A backup of what never came to be is none.
    this.#backups = this.#backups.slice(0, at + 1);
    for (const [id, { createdAt }] of this.rows) if (createdAt > backup.at) this.lost.add(id);
    const isOwed = ({ row: { id } }: Shown) => before.has(id) && !this.#server.rows.has(id);
    for (const one of shown.filter(isOwed)) this.owed.set(`${one.by} ${one.row.id}`, one);
  }

  /** The device forgets what it showed this user. */
  forgive(userId: string): void {
    for (const [key, { by }] of this.owed) if (by === userId) this.owed.delete(key);
  }
}
