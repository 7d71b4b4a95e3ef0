import { Migration } from '@mikro-orm/migrations';
import { cleanAvatar } from '../../features/users/avatar.ts';
import { RequestError } from '../../http/errors.ts';

/**
 * Pictures stored before the server rewrote them may reveal where they were taken. Each is cleaned as a new
 * one would be; anything but a still picture, which this app never sent, is removed.
 */
export class Migration020CleanAvatars extends Migration {
  override async up(): Promise<void> {
    const users = await this.execute('select id from users where avatar is not null');
    // One by one: each may be 7 MB.
    for (const { id } of users) {
      const rows = await this.execute('select avatar from users where id = ?', [id]);
      const { avatar } = rows[0] as { avatar: string };
      const clean = cleanOrNone(avatar);
      if (clean !== avatar)
        await this.execute('update users set avatar = ? where id = ?', [clean, id]);
    }
  }
}

function cleanOrNone(avatar: string): string | null {
  try {
    return cleanAvatar(avatar);
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}
