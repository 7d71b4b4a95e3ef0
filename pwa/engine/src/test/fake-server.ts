import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CurrentUser, User } from '@sunloop/shared-types/ground/user.ts';
import { EXPECTED_USER_HEADER, OURS_HEADER } from '@sunloop/shared-types/limits.ts';
import { LIST_HEADER } from '@sunloop/shared-types/program/achievement-check.ts';
import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import { hasSameContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { Push, PushResult } from '@sunloop/shared-types/referrals/sync.ts';
import { emailPerson } from '@sunloop/shared-types/values/email-person.ts';
import { vi } from 'vitest';
import { aReferral } from './builders.ts';
import { BriefAnswers } from './brief-answers.ts';
import { jsonAnswer, refusal } from './fake-answers.ts';
import type { SeenRequest, Step } from './fake-step.ts';
import { Looks, type Seen } from './looks.ts';
import { nextVersion } from './next-version.ts';

const NO_STATS = { successfulReferrals: 0, pendingReferrals: 0, rewardsEarned: '$0' };
const NO_LADDER = {
  spans: [],
  highest: null,
  next: { ordinal: 1, reward: '$100' },
  stops: [],
  whenPaid: '',
};
const NO_IMPACT = {
  carbonSavedTons: '0',
  treesEquivalent: 0,
  homesPowered: 0,
  pollutionReduced: '0',
  lastCalculated: null,
};

/** More than any test needs: one whose sending never ends fails, instead of filling the memory. */
const MOST_REQUESTS = 2000;

/** What the server knew at a time. */
export interface ServerBackup {
  rows: ReadonlyMap<string, Referral>;
  deleted: ReadonlyMap<string, string>;
  /** The number of list requests so far. */
  looks: number;
  at: string;
}

/** Whose rows are judged. */
type Owner = Pick<User, 'id' | 'email'>;
type PushOf = Omit<Push, 'referrals'> & { referrals: PushRow[] };

/** The server as far as the app's rules are concerned: ids, duplicates, sessions and tags as on the real one. */
export class FakeServer {
  /** Stored referrals by id. */
  readonly rows = new Map<string, Referral>();
  readonly requests: SeenRequest[] = [];
  /** Further calls, by path. */
  readonly more = new Map<string, (user: User, request: SeenRequest) => Response>();
  /** The owners of deleted rows, by id, which is all that remains of them. */
  readonly deleted = new Map<string, string>();
  /** The user whose cookie the browser holds. */
  user: CurrentUser | null;
  /** Decides before the server does; undefined lets it work. */
  intercept: (request: SeenRequest) => Step | undefined = () => undefined;
  /** Called with each push and its receipts, once its rows are stored. */
  believe: (receipts: readonly string[], user: Owner, push: PushOf) => void = () => undefined;
  /** Achievements not yet delivered. */
  readonly news: Achievement[] = [];
  readonly #looks = new Looks<Referral>();
  readonly #brief = new BriefAnswers();
  readonly #steps: { path: string; step: Step }[] = [];

  constructor(user: CurrentUser | null) {
    this.user = user;
    vi.stubGlobal('fetch', (url: string | URL, init: RequestInit) =>
      url instanceof URL ? readAppFile(url) : this.#handle(url, init),
    );
  }

  /** The next requests of this path meet these steps, in order. */
  script(path: string, ...steps: Step[]): void {
    this.#steps.push(...steps.map((step) => ({ path, step })));
  }

  /** What an admin does: another status, or null to delete the row. */
  changeByAdmin(id: string, status: string | null): void {
    const row = this.rows.get(id);
    if (!row) return;
    if (status !== null) {
      this.rows.set(id, { ...row, status, updatedAt: nextVersion() });
      return;
    }
    this.rows.delete(id);
    this.deleted.set(id, row.userId);
  }

  /** What a restore brings back. */
  backUp(): ServerBackup {
    const [rows, deleted] = [new Map(this.rows), new Map(this.deleted)];
    return { rows, deleted, looks: this.#looks.count, at: nextVersion() };
  }

  /** The server has what it had at that time. In another run of its database it knows only the cursors made before. */
  putBack({ rows, deleted, looks }: ServerBackup): void {
    this.#holdAgain({ rows, deleted });
    this.#looks.forgetAfter(looks);
  }

  /** The same for a machine put back with its memory: its database notices nothing and knows later cursors, too. */
  putBackUnnoticed({ rows, deleted, looks }: ServerBackup): void {
    this.#holdAgain({ rows, deleted });
    this.#looks.forgetSince(looks, { rows: [...rows.values()], deletions: deleted.size });
  }

  #holdAgain({ rows, deleted }: Pick<ServerBackup, 'rows' | 'deleted'>): void {
    refill(this.rows, rows);
    refill(this.deleted, deleted);
  }

  /** It is another run of its database, which has everything and knows no cursor. */
  startAgain(): void {
    this.#looks.forgetAfter(0);
  }

  /** Stores what a push brings, from this device or another one. */
  store(user: Owner, rows: readonly PushRow[]): PushResult[] {
    const updatedAt = nextVersion();
    return rows.map((row) => this.#pushRow(user, row, updatedAt));
  }

  sentTo(path: string): SeenRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  async #handle(url: string, init: RequestInit): Promise<Response> {
    const request = await readRequest(url, init);
    this.requests.push(request);
    if (this.requests.length > MOST_REQUESTS) throw new TypeError('too many requests for a test');
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
    if (expected && expected !== user.id) return refusal(409, 'user_mismatch');
    if (request.path === '/api/sync/push') return this.#push(user, request.body);
    if (request.path === '/api/referrals') {
      return request.method === 'POST' ? this.#add(user, request.body) : this.#pull(user, request);
    }
    if (request.path === `/api/achievements/check/${user.id}`) {
      return this.#check(user, request.headers.get(LIST_HEADER));
    }
    if (request.path === '/api/device-report') {
      return new Response(null, { status: 204, headers: { [OURS_HEADER]: '1' } });
    }
    const other = this.more.get(request.path);
    if (other) return other(user, request);
    const read = this.#reads(user)[request.path];
    return read === undefined ? refusal(404, 'not_found') : jsonAnswer(read, request);
  }

  #reads(user: User): Record<string, unknown> {
    return {
      '/api/user': user,
      '/api/stats': { ...NO_STATS, totalReferrals: this.#listOf(user).length },
      '/api/rewards/levels': [],
      '/api/rewards/ladder': NO_LADDER,
      '/api/rewards/history': [],
      '/api/rewards/available': [],
      '/api/environmental-impact': NO_IMPACT,
      [`/api/achievements/${user.id}`]: { earned: [], available: [], locked: [] },
    };
  }

  #check(user: User, held: string | null): Response {
    const answer = jsonAnswer(this.news.splice(0));
    const hasMoved = held !== null && this.#looks.hasMoved(user.id, this.#seenBy(user), held);
    if (hasMoved) answer.headers.set(LIST_HEADER, '1');
    return answer;
  }

  #seenBy(user: User): Seen<Referral> {
    const mine = [...this.deleted].filter(([, userId]) => userId === user.id);
    return { rows: this.#listOf(user), deleted: mine.map(([id]) => id) };
  }

  #pull(user: User, { query }: SeenRequest): Response {
    const delta = this.#looks.answer(user.id, this.#seenBy(user), query.get('since') ?? '');
    const known = new Set(query.get('known')?.split(','));
    const isKnown = (row: Referral) => known.has(this.#brief.pushOf(row) ?? '');
    const upserts = delta.full ? delta.upserts : delta.upserts.filter((row) => !isKnown(row));
    return jsonAnswer({ ...delta, upserts });
  }

  #add(user: User, body: unknown): Response {
    const result = this.#pushRow(user, body as Pick<Referral, 'id' | 'name' | 'email'>);
    if (result.status === 'created') return jsonAnswer(result.referral, undefined, 201);
    if (result.status === 'stored') return jsonAnswer(result.referral);
    if (result.status === 'duplicate') return refusal(409, 'duplicate_referral');
    const { code = '' } = result;
    return refusal({ invalid: 400, deleted: 410 }[code] ?? 409, code);
  }

  #listOf(user: Owner): Referral[] {
    return [...this.rows.values()].filter((row) => row.userId === user.id);
  }

  #push(user: User, body: unknown): Response {
    const push = body as PushOf;
    const { referrals: rows, ...asked } = push;
    const results = this.store(user, rows);
    this.believe(asked.receipts ?? [], user, push);
    const told = { results, rows, stored: this.#listOf(user) };
    return jsonAnswer(asked.brief ? this.#brief.shorten(told, asked) : { results });
  }

  #pushRow(
    user: Owner,
    row: Pick<Referral, 'id' | 'name' | 'email'>,
    updatedAt = nextVersion(),
  ): PushResult {
    const { id } = row;
    const code = this.#whyNot(user, row);
    if (code) return { id, status: 'rejected', code, error: `Refused: ${code}` };
    const known = this.rows.get(id);
    if (known) return { id, status: 'stored', referral: known };
    const email = row.email.toLowerCase();
    const twin = this.#listOf(user).find((other) => other.email.toLowerCase() === email);
    if (twin) return { id, status: 'duplicate', referral: twin };
    const referral = aReferral({ ...row, userId: user.id, createdAt: updatedAt, updatedAt });
    this.rows.set(id, referral);
    return { id, status: 'created', referral };
  }

  #whyNot(user: Owner, row: Pick<Referral, 'id' | 'name' | 'email'>): string | undefined {
    if (row.name.length < 2 || !row.email.includes('@')) return 'invalid';
    const known = this.rows.get(row.id);
    if (known) {
      const isSame = known.userId === user.id && hasSameContent(known, row);
      return isSame ? undefined : 'id_conflict';
    }
    const past = this.deleted.get(row.id);
    if (past !== undefined) return past === user.id ? 'deleted' : 'id_conflict';
    return emailPerson(row.email) === emailPerson(user.email) ? 'self_referral' : undefined;
  }
}

function refill<Value>(map: Map<string, Value>, from: ReadonlyMap<string, Value>): void {
  map.clear();
  for (const [key, value] of from) map.set(key, value);
}

/** A file of the app beside its code, which has an address of the page's server in tests of components. */
async function readAppFile({ pathname }: URL): Promise<Response> {
  const [, name = ''] = /\/src\/(.*)$/.exec(pathname) ?? [];
  return new Response(await readFile(path.join(import.meta.dirname, '../../../src', name), 'utf8'));
}

async function readRequest(url: string, init: RequestInit): Promise<SeenRequest> {
  const headers = new Headers(init.headers);
  const { pathname, searchParams } = new URL(url, 'http://app.test');
  const { method = 'GET' } = init;
  const body = await readBody(init.body);
  const signal = init.signal ?? undefined;
  return { method, path: pathname, query: searchParams, headers, body, signal };
}

async function readBody(body: unknown): Promise<unknown> {
  if (!(body instanceof ArrayBuffer))
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  const inflated = new Blob([body]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(inflated).json();
}
