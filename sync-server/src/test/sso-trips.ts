import { randomUUID } from 'node:crypto';
import { routes } from '@sunloop/shared-types/routes.ts';
import { expect } from 'vitest';
import type { TestClient } from './client.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { TestServer } from './server.ts';

/** A browser that has been at the identity provider. */
interface Trip {
  readonly client: TestClient;
  /** The path it comes back to. */
  readonly callback: string;
}

interface Query {
  readonly to?: string;
  /** The person shows there who they are, also if the provider knows them. */
  readonly again?: 'true';
}

export type SsoTrips = ReturnType<typeof ssoTrips>;

/** The steps of signing in to a server by an identity provider. */
export function ssoTrips(idp: IdentityProvider, server: TestServer) {
  /** Somebody at the provider, who has verified their address there. */
  const somebody = (claims: Record<string, unknown> = {}) => {
    const subject = randomUUID();
    const own = `${subject.slice(0, 13)}@sun.example`;
    const { email = own } = claims as { email?: string };
    idp.people.set(subject, { email_verified: true, ...claims, email });
    return { subject, email };
  };

  /** Where a browser is led that begins to sign in. */
  const begin = async (client: TestClient, query: Query = {}): Promise<string> => {
    const search = new URLSearchParams({ ...query }).toString();
    return locationOf(await client.fetch(`/api/sso/start?${search}`));
  };

  const goTo = async (
    subject: string | undefined,
    { client = server.client(), ...query }: Query & { client?: TestClient } = {},
  ): Promise<Trip> => {
    const back = new URL(await idp.visit(await begin(client, query), subject));
    return { client, callback: back.pathname + back.search };
  };

  const comeBack = async ({ client, callback }: Trip) => locationOf(await client.fetch(callback));

  /** Signs somebody in and answers who they are here. */
  const signOn = async (subject: string, client = server.client()) => {
    expect(await comeBack(await goTo(subject, { client }))).toBe('/');
    return { client, user: (await client.call(routes.currentUser)).body };
  };

  /** Why somebody is not signed in. */
  const refusalOf = async (trip: Trip): Promise<string | undefined> => {
    const [, fault] = /^\/sso\/(\w+)$/.exec(await comeBack(trip)) ?? [];
    expect((await trip.client.refuse(routes.currentUser)).status).toBe(401);
    return fault;
  };

  return { somebody, begin, goTo, comeBack, signOn, refusalOf, locationOf };
}

function locationOf(answer: Response): string {
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}
