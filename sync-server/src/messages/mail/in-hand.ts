/** Whose push service is being asked. */
interface Asked {
  readonly userId: string;
  readonly host: string;
}

/** A person names the push services of their devices, so that they must not have all lanes. */
const LANES_OF_A_USER = 4;

/** SQL: the messages `m` to the devices `d` that may be sent beside those in `:busy`: one at a time for a user and host. */
export const IS_FREE = `
  (select count(*) < ${LANES_OF_A_USER} and coalesce(bool_and(b.host <> split_part(d.endpoint, '/', 3)), true)
   from jsonb_to_recordset(:busy::jsonb) as b ("userId" uuid, host text) where b."userId" = m.user_id)`;

interface Row {
  readonly userId: string | null;
  /** Of a device's push service; null for a mail. */
  readonly host: string | null;
}

/** What several senders of one process have in hand; they claim one after the other, so that each knows of all others. */
export class InHand<Claimed extends Row> {
  readonly #busy = new Set<Asked>();
  #last: Promise<unknown> = Promise.resolve();

  /** What `find` claims beside what is `busy`, if anything; it is in hand until `done`. */
  claim(
    find: (busy: string) => Promise<Claimed | undefined>,
  ): Promise<{ row: Claimed; done: () => void } | undefined> {
    const take = async () => {
      const row = await find(JSON.stringify([...this.#busy]));
      if (!row) return undefined;
      const { userId, host } = row;
      if (userId === null || host === null) return { row, done: () => undefined };
      const asked = { userId, host };
      this.#busy.add(asked);
      return { row, done: () => void this.#busy.delete(asked) };
    };
    const claimed = this.#last.then(take);
    this.#last = claimed.catch(() => undefined);
    return claimed;
  }
}
