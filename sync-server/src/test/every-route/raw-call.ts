import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import type { RouteName } from '@sunloop/shared-types/routes.ts';
import * as v from 'valibot';
import { expect } from 'vitest';
import type { TestClient } from '../client.ts';
import { makeCustomer } from '../people.ts';
import { makeSampleWorld, sampleCalls } from '../sample-calls.ts';
import type { TestServer } from '../server.ts';
import { someAddress } from '../some-address.ts';

const Refusal = v.strictObject({
  error: v.pipe(v.string(), v.minLength(1)),
  code: v.pipe(v.string(), v.regex(/^[a-z_]+$/)),
  fields: v.optional(v.record(v.string(), v.string())),
});

interface RawAnswer {
  readonly status: number;
  /** Parsed JSON; undefined if there is none. */
  readonly body: unknown;
  /** The refusal's code. */
  readonly code?: string;
  readonly fields?: Record<string, string> | undefined;
}

/** Sends anything at all to a route, as a person who may call it. */
export type RawCall = (name: RouteName, route: Route, init: RequestInit) => Promise<RawAnswer>;

/**
 * Makes calls in a new world. Each comes from a different address, so that no limit per address ends a long
 * run, and each answer is checked: it is ours, never a 5xx, and a refusal has API.md's form.
 */
export async function makeRawCaller(server: TestServer): Promise<RawCall> {
  const world = await makeSampleWorld(server);
  const calls = sampleCalls(world);
  // Changing the owner could end the session the others need.
  const bystander = await makeCustomer(server);
  // Nobody changes this one's password, so that no guess can be right.
  const erased = await makeCustomer(server);
  const ofBystander = { params: { id: bystander.user.id } };
  const params = { ...calls, changeUser: ofBystander, resetSecondFactor: ofBystander };
  const callers = {
    public: server.client(),
    session: world.owner.client,
    admin: world.admin.client,
  };
  return async (name, route, { headers, ...init }) => {
    const all = new Headers({
      'Content-Type': 'application/json',
      'X-Forwarded-For': someAddress(),
    });
    for (const [key, value] of new Headers(headers)) all.set(key, value);
    const path = requestPath(route, { params: params[name].params });
    const client = name === 'eraseAccount' ? erased.client : callers[route.access];
    return judge(await fetchAs(client, path, { method: route.method, ...init, headers: all }));
  };
}

// The anonymous client must not stay signed in after a sign-up that succeeds.
function fetchAs(client: TestClient, path: string, init: RequestInit): Promise<Response> {
  return client.cookieHeader() === ''
    ? fetch(client.origin + path, { redirect: 'manual', ...init })
    : client.fetch(path, init);
}

async function judge(response: Response): Promise<RawAnswer> {
  const text = await response.text();
  expect(response.status, text).toBeLessThan(500);
  expect(response.headers.get('x-sunloop')).toBe('1');
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  if (response.status < 400) return { status: response.status, body };
  const { code, fields } = v.parse(Refusal, body);
  return { status: response.status, body, code, fields };
}
