import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { OFFLINE_LOCK_DAYS } from '@sunloop/shared-types/limits.ts';
import { PRESENT_EPOCH } from '../../db/query/epoch.ts';
import { forgottenIn } from '../../db/query/is-emptied.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { hasFactor } from '../../http/session/session-read.ts';
import type { UserEntity } from './entities.ts';
import { hasMail } from '../../messages/mail/mail-state.ts';
import { providerOf } from '../../accounts/sso/sso-state.ts';
import { handoverCredential } from './handover-credential.ts';
import { FOLLOWED_REQUEST } from './own-requests.ts';
import { presentUser } from './present.ts';

const FIND_TOLD = defineStatement(
  'find-told-to-user',
  `select max(value) filter (where key = 'session.offline_lock_days')::float8 as days,
     max(value) filter (where key = 'general.help_phone') as phone,
     max(value) filter (where key = 'general.help_email') as email,
     max(value) filter (where key = 'referrals.permission') as permission,
     max(value) filter (where key = 'general.default_country') as country,
     case when $2 then ((select count(*) from users where erased_at is not null)
       + ${forgottenIn('referrals')} + ${forgottenIn('quotes')})::float8 end as erased,
     (select ${isoTime('updated_at', 'updatedAt')} from users where id = $1) as "updatedAt",
     case when $2 and not ${hasFactor('$1')}
       then max(value) filter (where key = 'security.admin_second_factor') end as factor,
     ${FOLLOWED_REQUEST} as "requestId", ${PRESENT_EPOCH} as epoch
   from system_settings
   where key in ('session.offline_lock_days', 'general.help_phone', 'general.help_email',
     'general.default_country', 'referrals.permission', 'security.admin_second_factor')`,
);

interface Told {
  days: number | null;
  phone: string | null;
  email: string | null;
  permission: string | null;
  country: string | null;
  erased: number | null;
  /** The setting, for an admin without a second factor. */
  factor: string | null;
  updatedAt: string;
  requestId: string | null;
  epoch: string;
}

/** Of the session of the call; nothing where that has been let in already. */
interface InSession {
  readonly mustAddFactor?: boolean;
}

/** A user as sent to their own device in the session of the call, with what it must know while no server answers. */
export async function presentCurrentUser(
  em: SqlEntityManager,
  user: UserEntity,
  session?: InSession,
): Promise<CurrentUser> {
  const [row] = await runnerOf(em)<Told>(FIND_TOLD, [user.id, user.role === 'admin']);
  const { passwordEndsAt } = user;
  const handover = await handoverCredential(em, user);
  return {
    ...presentUser(user),
    offlineLockDays: row?.days ?? OFFLINE_LOCK_DAYS,
    ...settingsOf(row),
    ...(row && row.erased !== null && { erasedUsers: row.erased }),
    ...(row && { updatedAt: row.updatedAt }),
    ...(row?.requestId && { requestId: row.requestId }),
    ...(row && { epoch: row.epoch }),
    ...factorFactOf(row, session),
    ...mailFactsOf(em, user),
    ...ssoFactOf(em),
    handover,
    ...(passwordEndsAt && { passwordEndsAt: passwordEndsAt.toISOString() }),
  };
}

function settingsOf({ phone, email, permission, country }: Partial<Told> = {}) {
  return {
    ...(phone && { helpPhone: phone }),
    ...(email && { helpEmail: email }),
    ...(permission && { permission }),
    ...(country && { country }),
  };
}

function factorFactOf(told: Told | undefined, session: InSession | undefined) {
  if (!told?.factor || told.factor === 'off') return {};
  return { secondFactor: session?.mustAddFactor ? 'required' : 'recommended' };
}

function mailFactsOf(em: SqlEntityManager, { emailConfirmedAt, pendingEmail }: UserEntity) {
  return {
    ...(hasMail(em) && { hasMail: true }),
    ...(emailConfirmedAt && { emailConfirmedAt: emailConfirmedAt.toISOString() }),
    ...(pendingEmail && { pendingEmail }),
  };
}

function ssoFactOf(em: SqlEntityManager): Pick<CurrentUser, 'sso'> {
  const sso = providerOf(em)?.name;
  return sso === undefined ? {} : { sso };
}
