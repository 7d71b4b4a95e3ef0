import { Migration } from '@mikro-orm/migrations';

/** What a user's name looks like: the same for two that cannot be told apart by sight. */
export type LookOf = (username: string) => string;

interface Named {
  readonly id: string;
  readonly username: string;
}

const BATCH_ROWS = 1000;

/**
 * No new user's name looks like another's. Of several that look alike already the oldest gets the look; the others keep their names
 * without it, since nobody may lose theirs. Erased users have none. How a name looks is handed in.
 */
export function migration083UserLooks(
  lookOf: LookOf,
): new (...parts: ConstructorParameters<typeof Migration>) => Migration {
  return class extends Migration {
    override async up(): Promise<void> {
      await this.execute('alter table users add look text');
      const users = (await this.execute(
        'select id, username from users where erased_at is null order by created_at, id',
      )) as Named[];
      const oldest = new Map(users.toReversed().map(({ id, username }) => [lookOf(username), id]));
      const looks = [...oldest].map(([look, id]) => ({ id, look }));
      for (let at = 0; at < looks.length; at += BATCH_ROWS) {
        await this.execute(
          `update users u set look = x.look
           from jsonb_to_recordset(?::jsonb) as x(id uuid, look text) where x.id = u.id`,
          [JSON.stringify(looks.slice(at, at + BATCH_ROWS))],
        );
      }
      // In part, so that it serves no foreign key: a new name would otherwise wait for all that refer to its user.
      await this.execute(
        'create unique index users_look_unique on users (look) where look is not null',
      );
    }
  };
}
