import type { Referral } from '@sunloop/shared-types';
import type { FakeServer } from '../../test/fake-server.ts';

/** Every row the server ever held, by id: a row that was deleted there had arrived all the same. */
export class ServerPast {
  readonly rows = new Map<string, Referral>();
  readonly #server: FakeServer;

  constructor(server: FakeServer) {
    this.#server = server;
  }

  /** Call it before a row is deleted and before it is looked at. */
  note(): void {
    for (const [id, row] of this.#server.rows) this.rows.set(id, row);
  }

  names(): Set<string> {
    return new Set([...this.rows.values()].map(({ name }) => name));
  }
}
