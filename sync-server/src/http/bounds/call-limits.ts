import {
  POLICY_REPORTS_PER_HOUR,
  POLICY_REPORTS_PER_HOUR_IN_ALL,
} from '@sunloop/shared-types/ground/policy-report.ts';
import {
  CONFIRMATIONS_PER_HOUR,
  CONFIRMATIONS_PER_HOUR_AND_ADDRESS,
  CUSTOMER_LOOKUPS_PER_HOUR,
  ERASE_TRIES_PER_HOUR,
  EXPORTS_PER_HOUR,
  HOUR_MS,
  LOGIN_MAX_PER_ADDRESS,
  LOGIN_MAX_PER_EMAIL,
  LOGIN_MAX_PER_EMAIL_AND_ADDRESS,
  LOGIN_WINDOW_MS,
  MINUTE_MS,
  NEW_AVATARS_PER_HOUR,
  NEW_DEVICES_PER_HOUR,
  NEW_EMAILS_PER_HOUR,
  NEW_EMAILS_PER_HOUR_AND_ADDRESS,
  NEW_PASSWORDS_PER_HOUR,
  PASSKEY_SIGN_INS_PER_HOUR,
  PASSWORD_RESETS_PER_HOUR,
  PASSWORD_RESETS_PER_HOUR_AND_EMAIL,
  QUOTES_PER_HOUR,
  PROFILE_CHANGES_PER_HOUR,
  QUOTE_NETWORKS_PER_HOUR_AND_CODE,
  WRONG_CODES_PER_HOUR,
  WRONG_LINKS_PER_HOUR,
  REFUSED_SIGNUPS_PER_HOUR,
  SIGNUPS_PER_HOUR,
  SSO_PER_HOUR,
} from '@sunloop/shared-types/limits.ts';
import type { RouteName } from '@sunloop/shared-types/routes.ts';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { countAgainst, countCalls, requireBelowLimit } from './rate-limit.ts';

/** Whom a limit is for: IPv6 addresses count by their /64, `all` is everybody. */
type Subject = 'user' | 'address' | 'code' | 'email' | 'all';

interface CallLimit {
  readonly route: RouteName;
  /** What is counted, in the API document's words. */
  readonly what: string;
  /** How many per hour. */
  readonly max: Readonly<Partial<Record<Subject, number>>>;
}

/** What is counted per hour, for which calls and callers; the OpenAPI document is generated from it. */
const CALL_LIMITS = {
  signUps: { route: 'signUp', what: 'accounts asked for', max: { address: SIGNUPS_PER_HOUR } },
  refusedSignUps: {
    route: 'signUp',
    what: 'accounts refused as taken',
    max: { address: REFUSED_SIGNUPS_PER_HOUR },
  },
  ssoSignIns: { route: 'finishSso', what: 'sign-ins', max: { address: SSO_PER_HOUR } },
  quotes: { route: 'requestQuote', what: 'quotes', max: { address: QUOTES_PER_HOUR } },
  quoteNetworks: {
    route: 'requestQuote',
    what: 'networks that request quotes',
    max: { code: QUOTE_NETWORKS_PER_HOUR_AND_CODE },
  },
  wrongCodes: {
    route: 'referrer',
    what: 'codes nobody has',
    max: { address: WRONG_CODES_PER_HOUR },
  },
  passkeySignIns: {
    route: 'passkeySignIn',
    what: 'passkeys asked for',
    max: { address: PASSKEY_SIGN_INS_PER_HOUR },
  },
  passwordResets: {
    route: 'askPasswordReset',
    what: 'links asked for',
    max: { address: PASSWORD_RESETS_PER_HOUR, email: PASSWORD_RESETS_PER_HOUR_AND_EMAIL },
  },
  wrongLinks: {
    route: 'openLink',
    what: 'links nobody has',
    max: { address: WRONG_LINKS_PER_HOUR },
  },
  confirmations: {
    route: 'askConfirmation',
    what: 'messages asked for',
    max: { user: CONFIRMATIONS_PER_HOUR, address: CONFIRMATIONS_PER_HOUR_AND_ADDRESS },
  },
  policyReports: {
    route: 'reportPolicy',
    what: 'reports',
    max: { address: POLICY_REPORTS_PER_HOUR, all: POLICY_REPORTS_PER_HOUR_IN_ALL },
  },
  customerLookups: {
    route: 'takenCustomer',
    what: 'codes looked up',
    max: { user: CUSTOMER_LOOKUPS_PER_HOUR },
  },
  profileChanges: {
    route: 'changeProfile',
    what: 'changes',
    max: { user: PROFILE_CHANGES_PER_HOUR },
  },
  newEmails: {
    route: 'changeProfile',
    what: 'new emails',
    max: { user: NEW_EMAILS_PER_HOUR, address: NEW_EMAILS_PER_HOUR_AND_ADDRESS },
  },
  newAvatars: { route: 'changeProfile', what: 'new avatars', max: { user: NEW_AVATARS_PER_HOUR } },
  newPasswords: {
    route: 'changePassword',
    what: 'new passwords',
    max: { user: NEW_PASSWORDS_PER_HOUR },
  },
  exports: { route: 'exportAccount', what: 'exports', max: { user: EXPORTS_PER_HOUR } },
  exportsOfUsers: { route: 'exportUser', what: 'exports', max: { user: EXPORTS_PER_HOUR } },
  erasures: { route: 'eraseAccount', what: 'tries', max: { user: ERASE_TRIES_PER_HOUR } },
} as const satisfies Record<string, CallLimit>;

export type CallLimitName = keyof typeof CALL_LIMITS;
type Subjects = Partial<Record<Subject, string>>;

/**
 * Counts one call against each limit of this name whose subject is given; throws 429 if one of them
 * is exceeded.
 */
export async function countCall(em: SqlEntityManager, name: CallLimitName, subjects: Subjects) {
  for (const limit of limitsOf(name, subjects)) await countAgainst(em, limit);
}

/** Counts like `countCall`, for what is left out rather than refused; false if a limit is exceeded. */
export async function isWithinLimit(em: SqlEntityManager, name: CallLimitName, subjects: Subjects) {
  for (const limit of limitsOf(name, subjects)) {
    if ((await countCalls(em, limit)) > limit.max) return false;
  }
  return true;
}

/** Throws 429 if a limit has been reached; counts nothing. */
export async function requireCallLeft(
  em: SqlEntityManager,
  name: CallLimitName,
  subjects: Subjects,
) {
  for (const limit of limitsOf(name, subjects)) await requireBelowLimit(em, limit);
}

/** What `find` finds; counts against the limit if that is nothing, and throws 429 without looking once it is reached. */
export async function findOrCount<T>(
  em: SqlEntityManager,
  { name, subjects }: { name: CallLimitName; subjects: Subjects },
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  await requireCallLeft(em, name, subjects);
  const found = await find();
  if (found === undefined) await countCall(em, name, subjects);
  return found;
}

function limitsOf(name: CallLimitName, subjects: Subjects) {
  const { max }: CallLimit = CALL_LIMITS[name];
  return (['user', 'address', 'code', 'email', 'all'] as const).flatMap((subject) => {
    const [most, whose] = [max[subject], subjects[subject]];
    if (most === undefined || whose === undefined) return [];
    return [{ key: `${name}:${subject}:${whose}`, max: most, windowMs: HOUR_MS }];
  });
}

const LOGIN_LIMITS =
  `wrong passwords within ${LOGIN_WINDOW_MS / MINUTE_MS} minutes: ` +
  `${LOGIN_MAX_PER_EMAIL_AND_ADDRESS} for one email from one address, ` +
  `${LOGIN_MAX_PER_ADDRESS} from one address, ${LOGIN_MAX_PER_EMAIL} for one email, ` +
  `but ${LOGIN_MAX_PER_EMAIL_AND_ADDRESS} of its own for a device on which its user signed in before; ` +
  `right ones on devices new to the user: ${NEW_DEVICES_PER_HOUR} an hour`;

/** The limits of a call in words, for the OpenAPI document; empty if it has none. */
export function describeLimits(route: string): string[] {
  if (route === ('logIn' satisfies RouteName)) return [LOGIN_LIMITS];
  const limits: readonly CallLimit[] = Object.values(CALL_LIMITS);
  return limits
    .filter((limit) => limit.route === route)
    .flatMap(({ what, max }) =>
      Object.entries(max).map(
        ([subject, most]) =>
          `${what}: ${most} an hour ${subject === 'all' ? 'in all' : `for one ${subject}`}`,
      ),
    );
}
