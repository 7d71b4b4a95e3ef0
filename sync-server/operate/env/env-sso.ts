import type { SsoSettings } from '../../src/accounts/sso/provider.ts';

interface Given {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_NAME?: string | undefined;
  readonly OIDC_ADMIN_CLAIM?: string | undefined;
}

const NAME_MAX = 40;
/** The name of a claim, and what it must be or hold. */
const CLAIM = /^(?<claim>[^=]+)=(?<value>.+)$/;

/** Reads the settings of single sign-on, or says what is wrong with them; undefined without OIDC_ISSUER. */
export function readSsoSettings(given: Given): SsoSettings | { fault: string } | undefined {
  const { OIDC_ISSUER: text, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given;
  if (text === undefined) return undefined;
  const issuer = readIssuer(text);
  if (!issuer) return { fault: 'OIDC_ISSUER must look like https://login.example.com' };
  if (clientId === undefined || clientSecret === undefined)
    return { fault: 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are required with OIDC_ISSUER' };
  const name = given.OIDC_NAME ?? issuer.hostname;
  if (name.length > NAME_MAX || /\p{Cc}/u.test(name))
    return { fault: `OIDC_NAME must be a name of at most ${NAME_MAX} characters` };
  const settings = { issuer, clientId, clientSecret, name };
  if (given.OIDC_ADMIN_CLAIM === undefined) return settings;
  const { claim, value } = CLAIM.exec(given.OIDC_ADMIN_CLAIM)?.groups ?? {};
  return claim && value
    ? { ...settings, adminClaim: { claim, value } }
    : { fault: 'OIDC_ADMIN_CLAIM must look like roles=sunloop-admin' };
}

/** Over http only on this machine, for trials. */
function readIssuer(text: string): URL | undefined {
  const issuer = URL.parse(text);
  const isLocal =
    issuer?.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(issuer.hostname);
  const isPlain = issuer?.username === '' && issuer.search === '' && issuer.hash === '';
  return issuer && isPlain && (isLocal || issuer.protocol === 'https:') ? issuer : undefined;
}
