import { availableParallelism } from 'node:os';
import { NewPassword } from '@sunloop/shared-types/ground/user.ts';
import { Email } from '@sunloop/shared-types/values/email.ts';
import * as v from 'valibot';

import { BackupVariables, backupsOf } from './env-backup.ts';
import { BoundVariables, boundsOf, wholeNumber } from './env-bounds.ts';
import { readMailSettings } from './env-mail.ts';
import { readSsoSettings } from './env-sso.ts';

/** Where the data is, if nothing is set: in the folder of whoever starts it. */
export const DATA_DIR = '.data';

const portMax = 65_535;
const proxiesMax = 10;
const workersMax = 128;
const sessionKeyMin = 16;

function isUrl(text: string, protocols: RegExp): boolean {
  return URL.canParse(text) && protocols.test(new URL(text).protocol);
}

/** The hosts of a URL, which may be no URL to anybody but PostgreSQL's own library. */
const HOSTS = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?(?<hosts>[^/?#@]*)/;

function findUrlFault(text: string): string | undefined {
  const { hosts = '' } = HOSTS.exec(text)?.groups ?? {};
  const other = URL.parse(text)?.searchParams.get('host') ?? '';
  if (`${hosts}${other}`.includes(','))
    return (
      'names several hosts, among which Sunloop cannot choose: name one that always leads to the primary, such as that ' +
      'of HAProxy or a virtual address'
    );
  if (isUrl(text, /^postgres(ql)?:$/)) return undefined;
  return 'must look like postgres://user:password@host:5432/database';
}

const commaList = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => part.trim())),
  v.transform((parts) => parts.filter((part) => part !== '')),
);
const DatabaseUrl = v.pipe(
  v.string(),
  v.check(
    (text) => findUrlFault(text) === undefined,
    ({ input }) => findUrlFault(input) ?? '',
  ),
);
const SessionKeys = v.pipe(
  commaList,
  v.minLength(1, 'must hold a key'),
  v.everyItem((key) => key.length >= sessionKeyMin, `needs keys of ${sessionKeyMin} characters`),
);
const Origin = v.pipe(
  v.string(),
  v.check(
    (text) => isUrl(text, /^https?:$/) && new URL(text).href === `${new URL(text).origin}/`,
    'must look like https://referrals.example.com, without a path',
  ),
  v.transform((text) => new URL(text).origin),
);

const flag = (usual: 'true' | 'false') =>
  v.optional(v.picklist(['true', 'false'], 'must be true or false'), usual);

const Variables = v.object({
  PORT: wholeNumber(portMax, '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATABASE_URL: v.optional(DatabaseUrl),
  DATA_DIR: v.optional(v.string(), DATA_DIR),
  RUN_AS: v.optional(v.string()),
  SESSION_KEYS: v.optional(SessionKeys),
  ADMIN_EMAIL: v.optional(Email, 'admin@localhost'),
  ADMIN_PASSWORD: v.optional(NewPassword),
  PUBLIC_ORIGIN: v.optional(Origin),
  DATABASE_PREPARED: flag('true'),
  PUSH_TO_PRIVATE_HOSTS: flag('false'),
  TRUST_PROXY: wholeNumber(proxiesMax, '0'),
  METRICS_TOKEN: v.optional(v.string()),
  SMTP_URL: v.optional(v.string()),
  SMTP_WITHOUT_TLS: flag('false'),
  MAIL_FROM: v.optional(v.string()),
  OIDC_ISSUER: v.optional(v.string()),
  OIDC_CLIENT_ID: v.optional(v.string()),
  OIDC_CLIENT_SECRET: v.optional(v.string()),
  OIDC_NAME: v.optional(v.string()),
  OIDC_ADMIN_CLAIM: v.optional(v.string()),
  OIDC_FACTOR_CLAIM: v.optional(v.string()),
  OIDC_VERIFIED_BY: v.optional(v.string()),
  OIDC_WITHOUT_TLS: flag('false'),
  ...BackupVariables,
  ...BoundVariables,
  WEB_CONCURRENCY: wholeNumber(workersMax, '0'),
  NODE_ENV: v.optional(v.string()),
});

/** Every variable that is read. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(Variables.entries);

const Settings = v.pipe(
  Variables,
  v.forward(
    v.check(
      (env) => env.NODE_ENV !== 'production' || !env.DATABASE_URL || !!env.SESSION_KEYS,
      'is required in production with DATABASE_URL, so that all processes share the keys',
    ),
    ['SESSION_KEYS'],
  ),
  v.transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    /** Absent: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: env.DATABASE_URL,
    /** Whether statements are sent under names, which each connection prepares once. */
    isDatabasePrepared: env.DATABASE_PREPARED === 'true',
    /** How many processes serve; with 1 there is no supervisor. */
    workers: env.WEB_CONCURRENCY || (env.DATABASE_URL === undefined ? 1 : availableParallelism()),
    dataDir: env.DATA_DIR,
    /** If started as root: the system user to continue as. */
    runAs: env.RUN_AS,
    /** Newest first; absent: generated once and kept in `dataDir`. */
    sessionKeys: env.SESSION_KEYS,
    adminEmail: env.ADMIN_EMAIL,
    /** Absent: generated once and kept in `dataDir`. */
    adminPassword: env.ADMIN_PASSWORD,
    /** Without a slash at the end; absent: taken from the request. */
    publicOrigin: env.PUBLIC_ORIGIN,
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN,
    /** Where messages are sent, or what is wrong with these settings; absent: no messages. */
    mail: readMailSettings(env),
    /** Whether notifications may go to push services at private addresses. */
    mayPushPrivately: env.PUSH_TO_PRIVATE_HOSTS === 'true',
    /** By whom people sign in, or what is wrong with these settings; absent: by password only. */
    sso: readSsoSettings(env),
    backup: backupsOf(env),
    isProduction: env.NODE_ENV === 'production',
    ...boundsOf(env),
  })),
);

/** The settings of the process (docs/run/operations.md, Settings of the process). */
export type Env = v.InferOutput<typeof Settings>;

/** Environment variables, or what a file of settings holds. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings from variables; an empty one counts as absent. Throws one error that names all
 * invalid ones.
 */
export function parseEnv(variables: Variables): Env {
  const given = Object.entries(variables).filter(([, value]) => value !== '');
  const result = v.safeParse(Settings, Object.fromEntries(given));
  if (result.success) return result.output;
  // The values stay out of the message: some are secrets.
  const faults = result.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
  throw new Error(`Wrong settings:\n${faults.join('\n')}`);
}

/** The settings this process was started with. */
export function readEnv(): Env {
  return parseEnv(process.env);
}
