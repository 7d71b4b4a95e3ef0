import { EXPECTED_USER_HEADER, OURS_HEADER, type Referral, type User } from '@sunloop/shared-types';
import { vi } from 'vitest';
import { aReferral } from './builders.ts';
import { jsonAnswer, refusal } from './fake-answers.ts';

export interface SeenRequest {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

/** Stands before the server's own behaviour: answers instead of it, or lets it work and then fails. */
export type Step = (request: SeenRequest, serve: () => Response) => Response | Promise<Response>;

/** The server as the app's rules see it: ids, duplicates, sessions and tags as the real one has them. */
export class FakeServer {
  /** Stored referrals by id. */
  readonly rows = new Map<string, Referral>();
  readonly requests: SeenRequest[] = [];
  /** Whose cookie the browser holds. */
  user: User | null;
  /** Decides before the server does; undefined lets it work. */
  intercept: (request: SeenRequest) => Step | undefined = () => undefined;
  readonly #steps: { path: string; step: Step }[] = [];

  constructor(user: User | null) {
    this.user = user;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.#handle(url, init));
  }

  /** The next requests of this path meet these steps, in order. */
  script(path: string, ...steps: Step[]): void {
    this.#steps.push(...steps.map((step) => ({ path, step })));
  }

  sentTo(path: string): SeenRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  async #handle(url: string, init: RequestInit): Promise<Response> {
    const request = await readRequest(url, init);
    this.requests.push(request);
    const at = this.#steps.findIndex(({ path }) => path === request.path);
    const [scripted] = at < 0 ? [] : this.#steps.splice(at, 1);
    const step = scripted?.step ?? this.intercept(request);
    return step ? step(request, () => this.#serve(request)) : this.#serve(request);
  }

  #serve(request: SeenRequest): Response {
    if (request.path === '/api/logout') {
      this.user = null;
      return new Response(null, { status: 204, headers: { [OURS_HEADER]: '1' } });
    }
    const { user } = this;
    if (!user) return refusal(401, 'unauthenticated');
    const expected = request.headers.get(EXPECTED_USER_HEADER);
    const isWrite = request.method !== 'GET';
    if (isWrite && expected && expected !== user.id) return refusal(409, 'user_mismatch');
    if (request.path === '/api/user') return jsonAnswer(user, request);
    if (request.path === '/api/referrals') return jsonAnswer(this.#listOf(user), request);
    if (request.path === '/api/sync/push') return this.#push(user, request.body);
    return refusal(404, 'not_found');
  }

  #listOf(user: User): Referral[] {
    return [...this.rows.values()].filter((row) => row.userId === user.id);
  }

  #push(user: User, body: unknown): Response {
    const { referrals } = body as { referrals: Pick<Referral, 'id' | 'name' | 'email'>[] };
    return jsonAnswer({ results: referrals.map((row) => this.#pushRow(user, row)) });
  }

  #pushRow(user: User, row: Pick<Referral, 'id' | 'name' | 'email'>) {
    const { id } = row;
    if (row.name.length < 2) return { id, status: 'rejected', code: 'invalid', error: 'Too short' };
    const known = this.rows.get(id);
    if (known) {
      const isSame = known.userId === user.id && known.email === row.email;
      if (isSame) return { id, status: 'stored', referral: known };
      return { id, status: 'rejected', code: 'id_conflict', error: 'Taken' };
    }
    const twin = this.#listOf(user).find((other) => other.email === row.email);
    if (twin) return { id, status: 'duplicate', referral: twin };
    const referral = aReferral({ ...row, userId: user.id });
    this.rows.set(id, referral);
    return { id, status: 'created', referral };
  }
}

async function readRequest(url: string, init: RequestInit): Promise<SeenRequest> {
  const headers = new Headers(init.headers);
  const { pathname } = new URL(url, 'http://app.test');
  return { method: init.method ?? 'GET', path: pathname, headers, body: await readBody(init.body) };
}

async function readBody(body: unknown): Promise<unknown> {
  if (!(body instanceof ArrayBuffer))
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  const inflated = new Blob([body]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(inflated).json();
}
