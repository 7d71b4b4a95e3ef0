import type Router from '@koa/router';
import { BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import type { Route, RouteBody, RouteParams, RouteQuery } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import * as v from 'valibot';
import { JsonText } from '../../db/query/json-text.ts';
import type { SessionRead } from '../session/session-read.ts';
import type { KeyedQueue } from '../../db/query/keyed-queue.ts';
import { readJson } from '../bounds/body.ts';
import {
  type Actor,
  type Middleware,
  RequestActor,
  type RequestContext,
  type RequestState,
} from '../context.ts';
import * as errors from '../errors.ts';
import { answerTagged } from './etag.ts';
import { sendStream, TextStream } from './text-stream.ts';
import { parseInput } from '../parse.ts';
import { expectedUserOf, refuseErased } from '../session/erased.ts';

/** What a handler gets: the parsed request and who made it. */
interface Call<R extends Route> {
  readonly ctx: RequestContext;
  /** Only where the route needs a session; public routes use `clientOf(ctx)`. */
  readonly actor: R['access'] extends 'public' ? undefined : Actor;
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
}

/** One of the statuses the route declares, with the body of that status. */
type Reply<R extends Route> = {
  [Status in keyof R['answers'] & number]: { status: Status; body: AnswerBody<R, Status> };
}[keyof R['answers'] & number];

type AnswerBody<
  R extends Route,
  Status extends keyof R['answers'] & number,
> = R['answers'][Status] extends v.GenericSchema
  ? | v.InferOutput<R['answers'][Status]>
    | JsonText<v.InferOutput<R['answers'][Status]>>
    | TextStream<v.InferOutput<R['answers'][Status]>>
  : never;

/** Makes a reply whose status keeps its literal type. */
export function reply<const Status extends number, Body>(status: Status, body: Body) {
  return { status, body };
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<Reply<R>>;

/** What a handler will want to read if the call has this query, to be read together with the session. */
type PlanRead<R extends Route> = (query: RouteQuery<R>) => SessionRead | undefined;

interface Binding {
  readonly route: Route;
  readonly handle: (call: Call<Route>) => Promise<{ status: number; body: unknown }>;
}

/** Collects the handlers of the features; `mountRoutes` puts them on the router. */
export class Bindings {
  readonly #handlers = new Map<Route, Binding['handle']>();
  readonly #reads = new Map<Route, PlanRead<Route>>();

  /**
   * Binds a handler to a route of the shared table; the types make it match the route's shapes. What
   * `planRead` names is in `ctx.state.sessionRow` then.
   */
  bind<const R extends Route>(route: R, handler: Handler<R>, planRead?: PlanRead<R>): void {
    // The table's schemas parse the call into exactly the shapes the handler declares.
    this.#handlers.set(route, handler);
    if (planRead) this.#reads.set(route, planRead);
  }

  /** Names of the table's routes that have no handler yet and answer 501. */
  unbound(): string[] {
    return Object.entries(routes)
      .filter(([, route]) => !this.#handlers.has(route))
      .map(([name]) => name);
  }

  /** What to read together with the session; nothing for a query that will be refused. */
  readOf(route: Route, query: RequestContext['query']): SessionRead | undefined {
    const planRead = this.#reads.get(route);
    if (!planRead || !route.query) return planRead?.(undefined);
    const parsed = v.safeParse(route.query, { ...query });
    return parsed.success ? planRead(parsed.output) : undefined;
  }

  handlerOf(route: Route): Binding['handle'] {
    return (
      this.#handlers.get(route) ??
      (() => {
        throw errors.notImplemented();
      })
    );
  }
}

/** Throws 403 `password_needed` unless the actor said a short while ago who they are, or says so in the body. */
type AskAgain = (ctx: RequestContext, actor: Actor, body: unknown) => Promise<void>;

interface Mounted {
  /** Run before each route's own checks. */
  readonly guards: readonly Middleware[];
  /** A user's take turns once their bodies have been read. */
  readonly writes: KeyedQueue;
  readonly askAgain: AskAgain;
}

/** Registers every route of the table. */
export function mountRoutes(
  router: Router<RequestState>,
  bindings: Bindings,
  { guards, ...mounted }: Mounted,
): void {
  for (const variants of groupByAddress()) {
    const [{ method, path }] = variants;
    const planRead: Middleware = (ctx, next) => {
      ctx.state.sessionRead = bindings.readOf(pickVariant(variants, ctx), ctx.query);
      return next();
    };
    const handle: Middleware = async (ctx) => {
      const route = pickVariant(variants, ctx);
      await serve(ctx, { route, handle: bindings.handlerOf(route) }, mounted);
    };
    router.register(path, [method], [planRead, ...guards, handle]);
  }
}

type Variants = readonly [Route, ...Route[]];

function groupByAddress(): Variants[] {
  const groups = new Map<string, [Route, ...Route[]]>();
  for (const route of Object.values<Route>(routes)) {
    const address = `${route.method} ${route.path}`;
    const group = groups.get(address);
    if (group) group.push(route);
    else groups.set(address, [route]);
  }
  return [...groups.values()];
}

function pickVariant(variants: Variants, ctx: RequestContext): Route {
  const isMeant = ({ whenQuery }: Route) => whenQuery !== undefined && whenQuery in ctx.query;
  return variants.find(isMeant) ?? variants.find(({ whenQuery }) => !whenQuery) ?? variants[0];
}

/** The checks in API.md's order, then the handler. */
async function serve(
  ctx: RequestContext,
  { route, handle }: Binding,
  { writes, askAgain }: Omit<Mounted, 'guards'>,
): Promise<void> {
  if (route.access !== 'public') await refuseErased(ctx);
  const actor = requireAccess(ctx, route);
  const body = route.body ? parseInput(route.body, await readBody(ctx, route)) : undefined;
  const query = route.query ? parseInput(route.query, { ...ctx.query }) : undefined;
  const params = parseParams(ctx, route);
  const work = async () => {
    if (route.asksAgain && actor) await askAgain(ctx, actor, body);
    return handle({ ctx, actor, params, query, body } as Call<Route>);
  };
  const isWrite = actor !== undefined && route.method !== 'GET';
  const reply = await (isWrite ? inTurn(ctx, writes, actor.userId, work) : work());
  answer(ctx, route, reply);
}

/** Works when it is the user's turn. */
async function inTurn<T>(
  ctx: RequestContext,
  writes: KeyedQueue,
  userId: string,
  work: () => Promise<T>,
): Promise<T> {
  const leave = await ctx.state.place.outside(() => writes.enter(userId));
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Without any, it is as if each field were absent. A list under a media type of its own is read as the object's field. */
async function readBody(ctx: RequestContext, route: Route): Promise<unknown> {
  const { bodyTypes = {}, bodyLimitBytes = BODY_LIMIT_BYTES } = route;
  const isAbsent = ctx.request.type === '' && !ctx.request.length;
  if (isAbsent && route.body && v.is(route.body, {})) return {};
  const body = await readJson(ctx, bodyLimitBytes, Object.keys(bodyTypes));
  const field = bodyTypes[ctx.request.type];
  return field === undefined ? body : { [field]: body };
}

/** All that is open to somebody who still has a temporary password. */
export const FOR_TEMPORARY_PASSWORDS: ReadonlySet<Route> = new Set([
  routes.currentUser,
  routes.changePassword,
]);

/** All that is open to an admin who must add a second factor. */
export const FOR_MISSING_FACTORS: ReadonlySet<Route> = new Set([
  routes.currentUser,
  routes.proveIdentity,
  routes.ownPasskeys,
  routes.passkeyOptions,
  routes.addPasskey,
  routes.ownSecondFactor,
  routes.startCodes,
  routes.confirmCodes,
]);

function requireAccess(ctx: RequestContext, route: Route): Actor | undefined {
  if (route.access === 'public') return undefined;
  const { signedIn } = ctx.state;
  if (!signedIn) throw ctx.state.isInactive ? errors.inactive() : errors.unauthenticated();
  if (ctx.state.hasTemporaryPassword && !FOR_TEMPORARY_PASSWORDS.has(route)) {
    throw errors.passwordChangeNeeded();
  }
  if (ctx.state.mustAddFactor && !FOR_MISSING_FACTORS.has(route)) {
    throw errors.secondFactorSetupNeeded();
  }
  if (route.access === 'admin' && signedIn.role !== 'admin') throw errors.forbidden();
  // Reads too: a device whose cookie was replaced must not store another user's figures as its own.
  requireExpectedUser(ctx, signedIn.userId);
  return new RequestActor(ctx, signedIn);
}

function requireExpectedUser(ctx: RequestContext, userId: string): void {
  const expected = expectedUserOf(ctx);
  if (expected !== '' && expected !== userId) {
    throw errors.conflict('user_mismatch', 'Somebody else is signed in here now');
  }
}

// A malformed id can name no row, so it is a 404.
function parseParams(ctx: RequestContext, route: Route): Record<string, string> | undefined {
  if (!route.params) return undefined;
  const parsed = v.safeParse(route.params, ctx['params']);
  if (!parsed.success) throw errors.notFound();
  return parsed.output;
}

function answer(
  ctx: RequestContext,
  route: Route,
  { status, body }: { status: number; body: unknown },
) {
  if (body === undefined) {
    ctx.body = null;
    // Koa takes a body of nothing for a 204.
    ctx.status = status;
    return;
  }
  ctx.status = status;
  if (body instanceof TextStream) {
    sendStream(ctx, body);
    return;
  }
  const isText = typeof body === 'string';
  ctx.type = isText ? 'text/csv' : 'json';
  const text = isText ? body : body instanceof JsonText ? body.text : JSON.stringify(body);
  if (route.method === 'GET' && route.hasEtag !== false) answerTagged(ctx, text);
  else ctx.body = text;
}
