import { ErrorBody } from '@sunloop/shared-types/errors.ts';
import { User } from '@sunloop/shared-types/ground/user.ts';
import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route, RouteAnswer } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import * as v from 'valibot';
import { expect } from 'vitest';
import { refusalsOf } from '../http/openapi/refusals.ts';

/** Refusals by what is no matter of the call itself: another method, a head that is too large, a fault. */
const ANY_CALL: readonly number[] = [405, 431, 500, 501];

export interface CallInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  /** Any value, so that tests may send what the schema refuses. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Calls the API as a browser would: keeps cookies, speaks JSON, and checks every answer against its schema. */
export class TestClient {
  readonly origin: string;
  readonly #cookies = new Map<string, string>();
  readonly #isRoaming: boolean;

  /** With `isRoaming`, each call opens a connection of its own, which leads to the next of several workers. */
  constructor(origin: string, { isRoaming = false } = {}) {
    this.origin = origin;
    this.#isRoaming = isRoaming;
  }

  /** The body of a successful answer; fails the test on any other status. */
  async call<R extends Route>(route: R, input: CallInput = {}): Promise<Answer<RouteAnswer<R>>> {
    const response = await this.#send(route, input);
    const text = await response.text();
    const schema = (route.answers as Record<number, v.GenericSchema>)[response.status];
    if (!schema) throw new Error(`${route.method} ${route.path}: ${response.status} ${text}`);
    const body = text === '' ? undefined : parseBody(response, text);
    // This status's schema is one of those the type is derived from.
    const parsed = v.parse(schema, body) as RouteAnswer<R>;
    expect(body, 'the answer contains nothing that is not in its schema').toEqual(parsed);
    return { status: response.status, headers: response.headers, body: parsed };
  }

  /** The refusal of the call; fails the test on success or on an error that is not in the API's form. */
  async refuse(route: Route, input: CallInput = {}): Promise<Answer<ErrorBody>> {
    const response = await this.#send(route, input);
    const text = await response.text();
    expect(response.status, text).toBeGreaterThanOrEqual(400);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const body = v.parse(ErrorBody, JSON.parse(text));
    const told = [...refusalsOf(route), ...ANY_CALL];
    expect(told, `${route.method} ${route.path}: its refusals in the document`).toContain(
      response.status,
    );
    return { status: response.status, headers: response.headers, body };
  }

  /** Any request to a path of the server, with this client's cookies. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0) headers.set('Cookie', this.cookieHeader());
    if (this.#isRoaming) headers.set('Connection', 'close');
    const response = await fetch(this.origin + path, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  /** The same person at another process; from now on its cookies are its own. */
  at(origin: string): TestClient {
    const twin = new TestClient(origin, { isRoaming: this.#isRoaming });
    for (const [name, value] of this.#cookies) twin.#cookies.set(name, value);
    return twin;
  }

  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Signs up a new customer of this name and stays signed in. */
  async signUp(name: string, fields: Record<string, unknown> = {}): Promise<User> {
    const email = `${name}@example.com`;
    const body = { username: name, email, password: 'correct horse', ...fields };
    // As everybody else sees them.
    return v.parse(User, (await this.call(routes.signUp, { body })).body);
  }

  #send(route: Route, { params, query, body, headers }: CallInput): Promise<Response> {
    return this.fetch(requestPath(route, { params, query }), {
      method: route.method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const isGone = attributes.some((part) => part === 'expires=Thu, 01 Jan 1970 00:00:00 GMT');
    if (isGone) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

function parseBody(response: Response, text: string): unknown {
  expect(response.headers.get('x-sunloop'), 'the answer is marked as ours').toBe('1');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return isJson ? JSON.parse(text) : text;
}
