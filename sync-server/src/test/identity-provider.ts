import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { openProvider, type SsoSettings } from '../accounts/sso/provider.ts';
import type { SsoSetup } from '../accounts/sso/sso-state.ts';
import { TestClient } from './client.ts';

type Claims = Readonly<Record<string, unknown>>;

/** A real identity provider on a free port, where people sign in by a word of the test. */
export interface IdentityProvider {
  readonly issuer: URL;
  /** What it says of whom, by subject. */
  readonly people: Map<string, Claims>;
  /** Claims that the next ID tokens have instead of theirs, under a right signature. */
  forged: Claims;
  /** Signs the next ID tokens in its place. */
  forger: KeyObject | undefined;
  /** A server's setup with this provider. */
  setup(more?: Partial<SsoSettings>): SsoSetup;
  /** From now on it takes sign-ins for the server at this address. */
  serve(serverUrl: string): void;
  /** Signs this person in where a browser was led to, or nobody, and answers where it is led next. */
  visit(address: string, subject: string | undefined): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'sunloop', clientSecret: 'a secret between the two' };

/** How long a code works. */
export const CODE_SECONDS = 60;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a provider, which answers once it serves somebody. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let handle: Handle = (_request, response) => void response.end();
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const visitors = new Map<string, string | undefined>();
  const settings = { ...CLIENT, issuer, name: 'Sun Login' };
  const idp: IdentityProvider = {
    issuer,
    people: new Map(),
    forged: {},
    forger: undefined,
    setup: (more) => ({ provider: openProvider({ ...settings, ...more }) }),
    serve: (serverUrl) => {
      handle = serveProvider(idp, { serverUrl, privateKey, visitors });
    },
    visit: (address, subject) => {
      // The state tells visitors apart who are here at once.
      visitors.set(new URL(address).searchParams.get('state') ?? '', subject);
      return followTo(new TestClient(issuer.origin), address);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return idp;
}

interface Serving {
  readonly serverUrl: string;
  readonly privateKey: KeyObject;
  /** Who signs in, by the state of the trip. */
  readonly visitors: ReadonlyMap<string, string | undefined>;
}

function serveProvider(
  idp: IdentityProvider,
  { serverUrl, privateKey, visitors }: Serving,
): Handle {
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
  const provider = new Provider(idp.issuer.origin, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${serverUrl}/api/sso/callback`],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['cookie key'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'roles'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { AuthorizationCode: CODE_SECONDS },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...idp.people.get(accountId) }),
    }),
    loadExistingGrant: grantAll,
  });
  provider.use(async (ctx, next) => {
    await next();
    const { body } = ctx as { body?: { id_token?: string } };
    const isChanged = idp.forger !== undefined || Object.keys(idp.forged).length > 0;
    if (ctx.path === '/token' && body?.id_token && isChanged)
      body.id_token = forge(body.id_token, { key: idp.forger ?? privateKey, claims: idp.forged });
  });
  const serve = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { params } = await provider.interactionDetails(request, response);
    const accountId = visitors.get(String(params['state']));
    const result = accountId === undefined ? { error: 'access_denied' } : { login: { accountId } };
    await provider.interactionFinished(request, response, result);
  };
  return (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else void serve(request, response);
  };
}

/** Nobody is asked for their consent. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { clientId } = oidc.client ?? {};
  const { accountId } = oidc.session ?? {};
  if (clientId === undefined || accountId === undefined) return undefined;
  const grant = new oidc.provider.Grant({ clientId, accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

/** The token with other claims and a new signature (RFC 7515, RS256). */
function forge(token: string, { key, claims }: { key: KeyObject; claims: Claims }): string {
  const [head = '', body = ''] = token.split('.');
  const told = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  const changed = Buffer.from(JSON.stringify({ ...told, ...claims })).toString('base64url');
  const signed = `${head}.${changed}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}

/** Goes where the provider leads until it leads away. */
async function followTo(browser: TestClient, address: string): Promise<string> {
  const url = new URL(address, browser.origin);
  if (url.origin !== browser.origin) return address;
  const answer = await browser.fetch(url.pathname + url.search);
  const next = answer.headers.get('location');
  if (next === null) throw new Error(`${url.pathname}: ${answer.status} ${await answer.text()}`);
  return followTo(browser, next);
}
