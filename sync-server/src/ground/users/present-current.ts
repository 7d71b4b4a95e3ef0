import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { SECOND_FACTOR_SETTING } from '@sunloop/shared-types/accounts/second-factor.ts';
import { TIME_ZONE_SETTING } from '@sunloop/shared-types/ground/time-zone.ts';
import type { CurrentUser, Role } from '@sunloop/shared-types/ground/user.ts';
import { OFFLINE_LOCK_DAYS } from '@sunloop/shared-types/limits.ts';
import type { Flag } from '@sunloop/shared-types/values/text.ts';
import { PRESENT_EPOCH } from '../../db/query/epoch.ts';
import { forgottenIn } from '../../db/query/is-emptied.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { unauthenticated } from '../../http/errors.ts';
import { defineSessionRead, hasFactor } from '../../http/session/session-read.ts';
import { hasMail } from '../../messages/mail/mail-state.ts';
import { providerOf } from '../../accounts/sso/sso-state.ts';
import { courierCredential } from './courier-credential.ts';
import { followedRequest } from './own-requests.ts';

interface Told {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly phone: string | null;
  readonly address: string | null;
  readonly avatar: string | null;
  readonly showsPicture: boolean;
  readonly mayTake: boolean;
  readonly role: Role;
  readonly isActive: Flag;
  readonly referralCode: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly passwordEndsAt: string | null;
  readonly emailConfirmedAt: string | null;
  readonly pendingEmail: string | null;
  readonly generation: number;
  readonly days: number | null;
  readonly helpPhone: string | null;
  readonly helpEmail: string | null;
  readonly permission: string | null;
  readonly country: string | null;
  /** For an admin. */
  readonly timeZone: string | null;
  /** For an admin. */
  readonly erased: number | null;
  /** The setting, for an admin without a second factor. */
  readonly factor: string | null;
  readonly requestId: string | null;
  readonly epoch: string;
  /** Of the newest key for handovers; null before one was needed. */
  readonly keyId: string | null;
}

const setting = (key: string) => `max(value) filter (where key = '${key}')`;

/** SQL: all that a device is told of the person with this id, in one row. */
const toldOf = (userId: string) => `
  select p.id, p.username, p.email, p.phone, p.address, p.avatar, p.shows_picture as "showsPicture",
    p.may_take as "mayTake", p.role, p.is_active as "isActive", p.referral_code as "referralCode",
    ${isoTime('p.created_at', 'createdAt')}, ${isoTime('p.updated_at', 'updatedAt')},
    ${isoTime('p.password_ends_at', 'passwordEndsAt')},
    ${isoTime('p.email_confirmed_at', 'emailConfirmedAt')},
    p.pending_email as "pendingEmail", p.handover_generation as generation,
    c.days, c."helpPhone", c."helpEmail", c.permission, c.country,
    case when p.role = 'admin' then c."timeZone" end as "timeZone",
    case when p.role = 'admin' then ((select count(*) from users where erased_at is not null)
      + ${forgottenIn('referrals')} + ${forgottenIn('quotes')})::float8 end as erased,
    case when p.role = 'admin' and not ${hasFactor('p.id')} then c.factor end as factor,
    ${followedRequest('p.id')} as "requestId", ${PRESENT_EPOCH} as epoch,
    (select k.id from server_keys k where k.kind = 'handover' order by k.made_at desc, k.id limit 1) as "keyId"
  from users p cross join (
    select ${setting('session.offline_lock_days')}::float8 as days,
      ${setting('general.help_phone')} as "helpPhone", ${setting('general.help_email')} as "helpEmail",
      ${setting('referrals.permission')} as permission, ${setting('general.default_country')} as country,
      ${setting(TIME_ZONE_SETTING)} as "timeZone",
      ${setting(SECOND_FACTOR_SETTING)} as factor
    from system_settings
    where key in ('session.offline_lock_days', 'general.help_phone', 'general.help_email',
      'general.default_country', 'referrals.permission', '${SECOND_FACTOR_SETTING}', '${TIME_ZONE_SETTING}')
  ) c
  where p.id = ${userId}`;

const FIND_TOLD = defineStatement('find-told-to-user', toldOf('$1'));

/** The read of `presentCurrentUser` to make together with the person's session: a device asks for it before every round. */
export const TOLD_WITH_SESSION = defineSessionRead('find-told-with-session', {
  columns: 'r.*',
  from: toldOf('s.user_id'),
})([]);

/** Of the session of the call; nothing where that has been let in already. */
interface InSession {
  readonly mustAddFactor?: boolean;
}

/**
 * A user as sent to their own device in the session of the call, with what it must know while no server answers; 401 if
 * they are gone. `read` is the row of `TOLD_WITH_SESSION`, if that read was made.
 */
export async function presentCurrentUser(
  em: SqlEntityManager,
  userId: string,
  session?: InSession,
  read?: object,
): Promise<CurrentUser> {
  const told = (read as Told | undefined) ?? (await runnerOf(em)<Told>(FIND_TOLD, [userId]))[0];
  if (!told) throw unauthenticated();
  const sso = providerOf(em)?.name;
  return {
    ...userOf(told),
    offlineLockDays: told.days ?? OFFLINE_LOCK_DAYS,
    ...settingsOf(told),
    ...(told.erased !== null && { erasedUsers: told.erased }),
    updatedAt: told.updatedAt,
    ...(told.requestId && { requestId: told.requestId }),
    epoch: told.epoch,
    ...factorFactOf(told, session),
    ...(hasMail(em) && { hasMail: true }),
    ...(sso !== undefined && { sso }),
    ...(await courierOf(em, told, session)),
  };
}

/** Nothing for whoever may do nothing else yet: others would carry rows that they could not send themselves. */
async function courierOf(em: SqlEntityManager, told: Told, session: InSession | undefined) {
  if (session?.mustAddFactor || told.passwordEndsAt) return {};
  return { handover: await courierCredential(em, told) };
}

function userOf(told: Told) {
  const { passwordEndsAt, emailConfirmedAt, pendingEmail } = told;
  return {
    id: told.id,
    username: told.username,
    email: told.email,
    phone: told.phone,
    address: told.address,
    avatar: told.avatar,
    showsPicture: told.showsPicture,
    ...(told.mayTake && { mayTake: true }),
    role: told.role,
    isActive: told.isActive,
    referralCode: told.referralCode,
    createdAt: told.createdAt,
    ...(passwordEndsAt && { passwordEndsAt }),
    ...(emailConfirmedAt && { emailConfirmedAt }),
    ...(pendingEmail && { pendingEmail }),
  };
}

function settingsOf({ helpPhone, helpEmail, permission, country, timeZone }: Told) {
  return {
    ...(helpPhone && { helpPhone }),
    ...(helpEmail && { helpEmail }),
    ...(permission && { permission }),
    ...(country && { country }),
    ...(timeZone && { timeZone }),
  };
}

function factorFactOf({ factor }: Told, session: InSession | undefined) {
  if (!factor || factor === 'off') return {};
  return { secondFactor: session?.mustAddFactor ? 'required' : 'recommended' };
}
