import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { OPEN_PICTURE_MAX } from '@sunloop/shared-types/limits.ts';
import { firstNameOf } from '@sunloop/shared-types/values/first-name.ts';

/** The owner of a link, as far as a visitor may know. */
export interface Referrer {
  /** The first name only. */
  readonly name: string;
  /** The code as stored, however it was typed. */
  readonly code: string;
  /** They allow their picture to be shown, and have one that is small enough. */
  readonly hasPicture: boolean;
}

/** Of an active user, whether visitors of their link may see the picture; its length is known without reading it. */
const HAS_OPEN_PICTURE = `shows_picture and coalesce(octet_length(avatar) <= ${OPEN_PICTURE_MAX}, false)`;

/** The active user whose link carries this code. */
export async function findReferrer(
  em: SqlEntityManager,
  code: string,
): Promise<Referrer | undefined> {
  const [user] = await em.execute<{ username: string; hasPicture: boolean }[]>(
    `select username, ${HAS_OPEN_PICTURE} as "hasPicture" from users
     where referral_code = ? and is_active = 'true'`,
    [code],
  );
  return user && { name: firstNameOf(user.username), code, hasPicture: user.hasPicture };
}

/** The picture visitors of this link may see, as a data URL. */
export async function findOpenPicture(
  em: SqlEntityManager,
  code: string,
): Promise<string | undefined> {
  const [user] = await em.execute<{ avatar: string }[]>(
    `select avatar from users where referral_code = ? and is_active = 'true' and ${HAS_OPEN_PICTURE}`,
    [code],
  );
  return user?.avatar;
}

/** The active user of a code; the row stays locked, as storing a referral of that user requires. */
export async function lockReferrerByCode(
  tx: SqlEntityManager,
  code: string,
): Promise<string | undefined> {
  return lockReferrer(tx, 'referral_code = ?', code);
}

/** The user with this id, if they exist and are active; the row stays locked. */
export async function lockReferrerById(
  tx: SqlEntityManager,
  id: string,
): Promise<string | undefined> {
  return lockReferrer(tx, 'id = ?', id);
}

async function lockReferrer(tx: SqlEntityManager, condition: string, value: string) {
  const [user] = await tx.execute<{ id: string }[]>(
    `select id from users where ${condition} and is_active = 'true' for no key update`,
    [value],
  );
  return user?.id;
}
