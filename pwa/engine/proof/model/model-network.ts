import { foreignHtml, refusal } from '../../src/test/fake-answers.ts';
import type { FakeServer } from '../../src/test/fake-server.ts';
import type { SeenRequest, Step } from '../../src/test/fake-step.ts';
import { currentTab, type Tab } from './tab.ts';

export const NETWORKS = ['open', 'slow', 'away', 'portal', 'broken'] as const;
export type NetworkMode = (typeof NETWORKS)[number];

type Serve = () => Response;
type Answer = (serve: Serve, request: SeenRequest) => Response | Promise<Response>;

const cut = async (serve: Serve) => {
  const whole = serve();
  const text = await whole.text();
  return new Response(text.slice(0, text.length / 2), whole);
};
/** Says nothing about the last row. */
const leaveOut = async (serve: Serve) => {
  const whole = serve();
  if (!whole.ok || whole.status === 204) return whole;
  const answer: unknown = await whole.clone().json();
  const { results = [], runs = [] } = answer as { results?: unknown[]; runs?: unknown[] };
  if (results.length + runs.length === 0) return whole;
  const fewer = results.length > 0 ? { results: results.slice(1) } : { runs: runs.slice(1) };
  return new Response(JSON.stringify({ ...(answer as object), ...fewer }), whole);
};
const fail = (): never => {
  throw new TypeError('Failed to fetch');
};
const rowsOf = ({ body }: SeenRequest) => {
  const { referrals, acts } = (body ?? {}) as { referrals?: unknown[]; acts?: unknown[] };
  return (referrals ?? acts)?.length ?? 1;
};

/** What can happen to one request; every name but `fine` is a real fault on phones. */
const FATES = {
  fine: (serve) => serve(),
  lostAfter: (serve) => {
    serve();
    return fail();
  },
  lostBefore: fail,
  cut: (serve) => cut(serve),
  hungBefore: () => {
    throw new DOMException('signal timed out', 'TimeoutError');
  },
  hungAfter: (serve) => {
    serve();
    throw new DOMException('signal timed out', 'TimeoutError');
  },
  html200: () => foreignHtml(200),
  html403: () => foreignHtml(403),
  html502: () => foreignHtml(502),
  failing: () => refusal(500, 'internal'),
  signedOut: () => refusal(401, 'unauthenticated'),
  inactive: () => refusal(403, 'inactive'),
  crowded: () => refusal(429, 'rate_limited', { 'Retry-After': '7' }),
  crowdedLong: () => refusal(429, 'rate_limited', { 'Retry-After': '900' }),
  resting: () => refusal(503, 'unavailable', { 'Retry-After': '20' }),
  slow408: () => refusal(408, 'timeout'),
  old404: () => refusal(404, 'not_found'),
  old405: () => refusal(405, 'method_not_allowed'),
  old415: () => refusal(415, 'unsupported_media_type'),
  /** The server has erased the person. */
  erased: () => refusal(410, 'account_erased'),
  rowLeftOut: (serve) => leaveOut(serve),
  /** Never for a single row: whether our server accepts one does not change from try to try. */
  tooLarge: (serve, request) => (rowsOf(request) > 1 ? refusal(413, 'too_large') : serve()),
} satisfies Record<string, Answer>;

export type Fate = keyof typeof FATES | 'late';
export const NAMES_OF_FATES: readonly Fate[] = [...(Object.keys(FATES) as Fate[]), 'late'];

const ANSWERS: Readonly<Record<NetworkMode, Fate | undefined>> = {
  open: 'fine',
  slow: undefined,
  away: 'lostBefore',
  portal: 'html200',
  broken: 'html502',
};

/** A frozen tab notices nothing. */
const deliver = ({ tab }: Pending, work: () => void) => (tab ? tab.whenThawed(work) : work());

interface Pending {
  request: SeenRequest;
  tab: Tab | undefined;
  serve: Serve;
  resolve: (response: Response | Promise<Response>) => void;
  reject: (error: unknown) => void;
}

/** The way to the server. When it is slow, each request waits until a step decides its fate, in any order. */
export class ModelNetwork {
  mode: NetworkMode = 'open';
  readonly pending: Pending[] = [];
  /** Given up by their senders but still traveling. */
  readonly late: Serve[] = [];

  constructor(server: FakeServer, note: (request: SeenRequest) => void) {
    server.intercept = (request) => {
      note(request);
      return this.#step;
    };
  }

  /** Decides the fate of the nth waiting request. */
  answer(nth: number, fate: Fate): void {
    const [one] = this.pending.splice(nth % Math.max(1, this.pending.length), 1);
    if (!one) return;
    if (fate === 'late') this.late.push(one.serve);
    try {
      const answer = fate === 'late' ? fail() : FATES[fate](one.serve, one.request);
      // Until it is delivered, nobody hears of an answer that breaks off.
      Promise.resolve(answer).catch(() => undefined);
      deliver(one, () => one.resolve(answer));
    } catch (error) {
      deliver(one, () => one.reject(error));
    }
  }

  /** The server acts on it now; the answer is still on its way. */
  serveEarly(nth: number): void {
    const one = this.pending[nth % Math.max(1, this.pending.length)];
    if (!one) return;
    const response = one.serve();
    one.serve = () => response.clone();
  }

  arriveLate(): void {
    this.late.shift()?.();
  }

  /** Every connection ends, but this one. */
  cut(but?: Pending): void {
    for (const one of this.pending.slice()) {
      if (one !== but) this.answer(this.pending.indexOf(one), 'lostBefore');
    }
  }

  calm(): void {
    this.mode = 'open';
    while (this.pending.length > 0) this.answer(0, 'fine');
    while (this.late.length > 0) this.arriveLate();
  }

  readonly #step: Step = (request, serve) => {
    const tab = currentTab();
    if (tab?.isDead) return fail();
    const fate = ANSWERS[this.mode];
    if (fate === 'late') return fail();
    if (fate && !tab?.isFrozen) return FATES[fate](serve, request);
    if (fate) {
      return new Promise((resolve) => {
        tab?.whenThawed(() => resolve((async () => FATES[fate](serve, request))()));
      });
    }
    return new Promise((resolve, reject) => {
      const one = { request, tab, serve, resolve, reject };
      this.pending.push(one);
      const giveUp = () => {
        const at = this.pending.indexOf(one);
        if (at < 0) return;
        this.pending.splice(at, 1);
        this.late.push(one.serve);
        reject(new DOMException('signal timed out', 'TimeoutError'));
      };
      request.signal?.addEventListener('abort', giveUp);
      tab?.onKill(giveUp);
    });
  };
}
