import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ProfileChange, SeenProfile } from '@sunloop/shared-types/ground/user.ts';
import type { Actor } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { sentFields } from '../../http/parse.ts';
import { changesOf } from '../audit/changes-of.ts';
import { writeAudit } from '../audit/service.ts';
import { askConfirmation } from '../../messages/mail/ask-confirmation.ts';
import { hasMail } from '../../messages/mail/mail-state.ts';
import { endSentLinks } from '../../messages/mail/one-time-links.ts';
import { cleanAvatar } from './avatar.ts';
import type { UserEntity } from './entities.ts';
import { lockUser } from './lock-user.ts';
import { flushUser, requireEmailFree, requireUser } from './service.ts';

/** A change whose author has confirmed the password if that was due. */
type ConfirmedChange = Omit<ProfileChange, 'currentPassword'>;
type Contact = Omit<ConfirmedChange, 'avatar' | 'expected' | 'showsPicture'>;

/**
 * Changes the actor's own profile; what is absent stays, null clears. Throws 409 like `createUser`, and
 * `changed_meanwhile` if a field is neither as `expected` nor as wanted; 400 or 413 for a bad avatar.
 */
export async function changeProfile(
  em: SqlEntityManager,
  actor: Actor,
  { expected, ...change }: ConfirmedChange,
): Promise<UserEntity> {
  const { avatar: given, showsPicture: wanted, ...contact } = change;
  const avatar = typeof given === 'string' ? cleanAvatar(given) : given;
  // Another picture is not shown before its person allows it.
  const showsPicture = avatar === null ? false : wanted;
  return em.transactional(async (tx) => {
    await lockUser(tx, actor.userId);
    const user = await requireUser(tx, actor.userId);
    if (expected) requireAsSeen(user, { expected, contact });
    const { pendingEmail, ...settled } = await settleEmail(tx, user, contact);
    const changes = [
      ...changesOf<Contact>(user, settled),
      ...changesOf({ pendingEmail: user.pendingEmail }, { pendingEmail }),
      ...changesOf({ avatar: user.avatar && 'a picture' }, { avatar: avatar && 'a new picture' }),
      ...changesOf(user, { showsPicture }),
    ];
    tx.assign(user, sentFields({ ...settled, pendingEmail, avatar, showsPicture }));
    writeAudit(tx, actor, {
      userId: user.id,
      action: 'user.change_profile',
      entity: 'user',
      entityId: user.id,
      changes,
    });
    await flushUser(tx);
    if (pendingEmail) await askConfirmation(tx, { userId: user.id, email: pendingEmail });
    return user;
  });
}

interface SettledContact extends Contact {
  readonly pendingEmail?: string | null;
  readonly emailConfirmedAt?: null;
}

/**
 * With mail, a new address counts once it is confirmed, and the account keeps the one it has until then. Without, it
 * counts at once.
 */
async function settleEmail(
  tx: SqlEntityManager,
  user: UserEntity,
  contact: Contact,
): Promise<SettledContact> {
  const { email, ...rest } = contact;
  if (email === undefined) return contact;
  const isSame = email.toLowerCase() === user.email.toLowerCase();
  if (isSame) return { ...contact, ...(user.pendingEmail && { pendingEmail: null }) };
  if (!hasMail(tx)) return { ...contact, pendingEmail: null, emailConfirmedAt: null };
  await requireEmailFree(tx, { email, userId: user.id });
  const isAsked = user.pendingEmail?.toLowerCase() === email.toLowerCase();
  if (!isAsked) await endSentLinks(tx, user.id);
  return { ...rest, pendingEmail: email };
}

/** A field that already has the wanted value is no conflict, so a change may be sent again. */
function requireAsSeen(
  user: UserEntity,
  { expected, contact }: { expected: SeenProfile; contact: Contact },
): void {
  const fields: Record<string, string> = {};
  for (const field of ['username', 'email', 'phone', 'address'] as const) {
    const [seen, wanted, stored] = [expected[field], contact[field], user[field] ?? null];
    if (seen === undefined || wanted === undefined) continue;
    // A device may still have a name from before names were stored in NFC.
    const isSeen = stored === seen || stored === seen?.normalize('NFC');
    if (!isSeen && stored !== wanted) fields[field] = stored ?? '';
  }
  if (Object.keys(fields).length === 0) return;
  throw conflict('changed_meanwhile', 'Your profile was changed elsewhere meanwhile', fields);
}
