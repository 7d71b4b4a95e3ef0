import type { SsoFault } from '@sunloop/shared-types/accounts/sso-routes.ts';
import { MINUTE_MS } from '@sunloop/shared-types/limits.ts';
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  type ClientAuth,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
} from 'openid-client';
import { claimAt, type Claims, isVerified } from './claims.ts';

/** A claim that is this value, or a list that holds it. */
export interface ClaimValue {
  readonly claim: string;
  readonly value: string;
}

export interface SsoSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What people call it. */
  readonly name: string;
  /** Makes a person an admin; absent: only customers come in. */
  readonly adminClaim?: ClaimValue;
  /** Says that a person used a second factor, without which no admin comes in; absent: the provider is trusted to ask for one. */
  readonly factorClaim?: ClaimValue;
  /** Whether its addresses are verified though it does not say so. */
  readonly verifiesAddresses?: boolean;
}

/** Who somebody is, as the identity provider says. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Absent unless the provider has verified it. */
  readonly email: string | undefined;
  /** What to call the person, best first. */
  readonly names: readonly string[];
  /** Undefined if no claim makes an admin. */
  readonly isAdmin: boolean | undefined;
  /** The claim that makes an admin, if the provider said nothing of it. */
  readonly absentClaim?: string;
  /** Whether they used a second factor, as far as that is asked. */
  readonly isStrong: boolean;
  /** How long ago they showed the provider who they are, by its own clock; absent if it does not say. Seconds. */
  readonly shownAgo?: number;
}

/** What a browser must bring back. */
interface Secrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Outward {
  readonly callback: URL;
  readonly asksAgain: boolean;
}

/** A refusal to sign somebody in; `message` is for the log. */
export class SsoError extends Error {
  readonly fault: SsoFault;

  constructor(fault: SsoFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface Provider extends Pick<SsoSettings, 'name'> {
  readonly issuer: string;
  /** Looks the provider up now, unless it is known; says what is wrong with it, if anything. */
  lookUp(): Promise<string | undefined>;
  /** What was wrong when it was last looked up. */
  fault(): string | undefined;
  /**
   * Where to send a browser that comes back to `callback`; with `asksAgain` the person shows there who they are, also if the
   * provider knows them already. Throws `SsoError`.
   */
  begin(trip: Outward): Promise<Secrets & { url: URL }>;
  /** Who came back to the address `url`. Throws `SsoError`. */
  finish(url: URL, secrets: Secrets): Promise<Identity>;
}

/** For each of the three questions of a sign-in, which together must fit into a request's time. Seconds. */
const PATIENCE_SECONDS = 3;
/** After this a provider that could not be looked up is tried again. Milliseconds. */
const TRY_AGAIN_MS = MINUTE_MS;
const SCOPE = 'openid email profile';

/** The identity provider with these settings; it is looked up when it is first needed, and kept. */
export function openProvider(settings: SsoSettings, now: () => number = Date.now): Provider {
  let found: Promise<Configuration> | undefined;
  let fault: string | undefined;
  let triedAt = 0;
  const configure = () => {
    if (fault !== undefined && now() - triedAt > TRY_AGAIN_MS) found = undefined;
    return (found ??= discover(settings).then(
      (config) => {
        fault = undefined;
        return config;
      },
      (error: unknown) => {
        triedAt = now();
        fault = reasonOf(error);
        throw new SsoError('away', fault);
      },
    ));
  };
  return {
    name: settings.name,
    issuer: settings.issuer.href,
    lookUp: () =>
      configure().then(
        () => undefined,
        () => fault,
      ),
    fault: () => fault,
    begin: async (trip) => begin(await configure(), trip),
    finish: async (url, secrets) => finish(await configure(), { settings, url, secrets }),
  };
}

function discover({ issuer, clientId, clientSecret }: SsoSettings): Promise<Configuration> {
  const isPlain = issuer.protocol === 'http:';
  return discovery(issuer, clientId, undefined, authenticate(clientSecret), {
    timeout: PATIENCE_SECONDS,
    // The signature of who somebody is counts as well as where it came from.
    execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
  });
}

/** By HTTP Basic where the provider does not say that it takes anything else (OpenID Connect Discovery, 3). */
function authenticate(secret: string): ClientAuth {
  return (server, ...rest) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    const inForm = takesPost ? ClientSecretPost(secret) : ClientSecretBasic(secret);
    inForm(server, ...rest);
  };
}

/** A provider that knows one of the two does not pass over it; with `max_age` it has to say when the person signed in. */
const AGAIN = { max_age: '0', prompt: 'login' };

async function begin(
  config: Configuration,
  { callback, asksAgain }: Outward,
): Promise<Secrets & { url: URL }> {
  const secrets = {
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
  };
  const url = buildAuthorizationUrl(config, {
    redirect_uri: callback.href,
    scope: SCOPE,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(asksAgain && AGAIN),
  });
  return { ...secrets, url };
}

interface Return {
  readonly settings: SsoSettings;
  readonly url: URL;
  readonly secrets: Secrets;
}

async function finish(
  config: Configuration,
  { settings, url, secrets }: Return,
): Promise<Identity> {
  try {
    const tokens = await authorizationCodeGrant(config, url, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    });
    const told = tokens.claims();
    if (!told) throw new Error('there is no ID token');
    const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await fetchUserInfo(config, tokens.access_token, told.sub) : {};
    const address = addressOf('email' in told ? told : more);
    return identityOf(settings, { ...more, ...told, ...address, auth_time: told.auth_time });
  } catch (error) {
    throw new SsoError(faultOf(error), reasonOf(error));
  }
}

/** An address and whether it is verified, from one source: another one's word is not about this address. */
const addressOf = ({ email, email_verified }: Claims) => ({ email, email_verified });

/** The userinfo endpoint may add others, but not when the person signed in. */
type SignedClaims = Claims &
  Pick<IDToken, 'iss' | 'sub' | 'iat'> & { readonly auth_time: number | undefined };

function identityOf(
  { adminClaim, factorClaim, verifiesAddresses }: SsoSettings,
  claims: SignedClaims,
): Identity {
  const { iss: issuer, sub: subject, email, iat, auth_time: shownAt } = claims;
  const names = [claims['name'], claims['preferred_username']];
  const claimed = adminClaim && claimAt(claims, adminClaim.claim);
  return {
    issuer,
    subject,
    email: isVerified(claims, verifiesAddresses) && typeof email === 'string' ? email : undefined,
    names: names.filter((name) => typeof name === 'string'),
    isAdmin: adminClaim && holds(claimed, adminClaim.value),
    isStrong: !factorClaim || holds(claimAt(claims, factorClaim.claim), factorClaim.value),
    ...(adminClaim && claimed === undefined && { absentClaim: adminClaim.claim }),
    ...(shownAt !== undefined && { shownAgo: Math.max(0, iat - shownAt) }),
  };
}

function holds(claim: unknown, value: string): boolean {
  const held: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  // A claim that is true or a number is meant as it is written.
  return held.some(
    (one) => one === value || (typeof one !== 'string' && JSON.stringify(one) === value),
  );
}

function faultOf(error: unknown): SsoFault {
  // A code that was used before or took too long (RFC 6749, 5.2).
  if (error instanceof ResponseBodyError)
    return error.error === 'invalid_grant' ? 'ended' : 'invalid';
  if (error instanceof AuthorizationResponseError) return 'refused';
  return isLost(error) ? 'away' : 'invalid';
}

/** Whether no answer came: `fetch` says so by a TypeError, a time limit by its name. */
function isLost(error: unknown): boolean {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: unknown };
  if (name === 'TimeoutError' || code === 'OAUTH_TIMEOUT') return true;
  return error instanceof TypeError && cause instanceof Error && 'code' in cause;
}

/** What went wrong, with what caused it; never a token. */
function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return [error.error, error.error_description].filter(Boolean).join(': ');
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}
