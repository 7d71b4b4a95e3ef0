import { Migration } from '@mikro-orm/migrations';

/** A stored picture as the app stores one now, null if it would take none like it. */
export type CleanAvatar = (avatar: string) => string | null;

/**
 * Pictures stored before the server rewrote them may reveal where they were taken. Each is cleaned as a new
 * one would be; anything but a still picture, which this app never sent, is removed. How is handed in.
 */
export function migration020CleanAvatars(
  cleanAvatar: CleanAvatar,
): new (...parts: ConstructorParameters<typeof Migration>) => Migration {
  return class extends Migration {
    override async up(): Promise<void> {
      const users = await this.execute('select id from users where avatar is not null');
      // One by one: each may be 7 MB.
      for (const { id } of users) {
        const rows = await this.execute('select avatar from users where id = ?', [id]);
        const { avatar } = rows[0] as { avatar: string };
        const clean = cleanAvatar(avatar);
        if (clean !== avatar)
          await this.execute('update users set avatar = ? where id = ?', [clean, id]);
      }
    }
  };
}
