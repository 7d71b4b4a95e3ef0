import type { Referral } from '@sunloop/shared-types';
import type { FakeServer } from '../../src/test/fake-server.ts';

/** Every row the server ever held, by id, because a row that was deleted there has arrived, too. */
export class ServerPast {
  readonly rows = new Map<string, Referral>();
  readonly #server: FakeServer;

  constructor(server: FakeServer) {
    this.#server = server;
  }

  /** Call it before deleting a row and before looking one up. */
  note(): void {
    for (const [id, row] of this.#server.rows) this.rows.set(id, row);
  }

  names(): Set<string> {
    return new Set([...this.rows.values()].map(({ name }) => name));
  }
}
