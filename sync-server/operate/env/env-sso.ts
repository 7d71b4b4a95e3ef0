import type { ClaimValue, SsoSettings } from '../../src/accounts/sso/provider.ts';

interface Given {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_NAME?: string | undefined;
  readonly OIDC_ADMIN_CLAIM?: string | undefined;
  readonly OIDC_FACTOR_CLAIM?: string | undefined;
  readonly OIDC_VERIFIED_BY?: string | undefined;
  readonly OIDC_WITHOUT_TLS: 'true' | 'false';
}

const NAME_MAX = 40;
/** The name of a claim, and what it must be or hold. */
const CLAIM = /^(?<claim>[^=]+)=(?<value>.+)$/;

/** Reads the settings of single sign-on, or says what is wrong with them; undefined without OIDC_ISSUER. */
export function readSsoSettings(given: Given): SsoSettings | { fault: string } | undefined {
  const { OIDC_ISSUER: text, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given;
  if (text === undefined) return undefined;
  const issuer = readIssuer(text, given.OIDC_WITHOUT_TLS === 'true');
  if (!issuer) return { fault: WRONG_ISSUER };
  if (clientId === undefined || clientSecret === undefined)
    return { fault: 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are required with OIDC_ISSUER' };
  const name = given.OIDC_NAME ?? issuer.hostname;
  if (name.length > NAME_MAX || /\p{Cc}/u.test(name))
    return { fault: `OIDC_NAME must be a name of at most ${NAME_MAX} characters` };
  const verifiesAddresses = given.OIDC_VERIFIED_BY !== undefined;
  if (verifiesAddresses && !isOneTenant(issuer, given.OIDC_VERIFIED_BY))
    return { fault: WRONG_VERIFIER };
  const settings = { issuer, clientId, clientSecret, name, verifiesAddresses };
  const adminClaim = readClaim(given.OIDC_ADMIN_CLAIM);
  if (adminClaim === null) return { fault: 'OIDC_ADMIN_CLAIM must look like roles=sunloop-admin' };
  const factorClaim = readClaim(given.OIDC_FACTOR_CLAIM);
  if (factorClaim === null) return { fault: 'OIDC_FACTOR_CLAIM must look like amr=mfa' };
  return { ...settings, ...(adminClaim && { adminClaim }), ...(factorClaim && { factorClaim }) };
}

/** Null for what is no claim with a value. */
function readClaim(text: string | undefined): ClaimValue | null | undefined {
  if (text === undefined) return undefined;
  const { claim, value } = CLAIM.exec(text)?.groups ?? {};
  return claim && value ? { claim, value } : null;
}

const WRONG_ISSUER =
  'OIDC_ISSUER must look like https://login.example.com; over http only on this machine, or with OIDC_WITHOUT_TLS=true';

/** Over http only on this machine, for trials, or where the operator says so. */
function readIssuer(text: string, isPlainFine: boolean): URL | undefined {
  const issuer = URL.parse(text);
  const isPlain = issuer?.username === '' && issuer.search === '' && issuer.hash === '';
  if (!issuer || !isPlain) return undefined;
  if (issuer.protocol === 'https:') return issuer;
  const isFine = isPlainFine || isHere(issuer);
  return issuer.protocol === 'http:' && isFine ? issuer : undefined;
}

/** Whether a provider is on this machine. */
export const isHere = ({ hostname }: URL) => /^(localhost|127\.0\.0\.1)$/.test(hostname);

const WRONG_VERIFIER =
  'OIDC_VERIFIED_BY must be the same as OIDC_ISSUER, and name one tenant, not common, organizations or consumers';

/** Microsoft's words for everybody's tenants, and the number of its private accounts: anybody makes one with any address. */
const MANY_TENANTS =
  /\/(?:common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad|%7Btenantid%7D)(?:\/|$)/i;

/** Named a second time, so that it is not still said of a provider that takes its place. */
const isOneTenant = (issuer: URL, text = '') =>
  URL.parse(text)?.href === issuer.href && !MANY_TENANTS.test(issuer.pathname);
