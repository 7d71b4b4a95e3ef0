import { foreignHtml, refusal } from './fake-answers.ts';
import type { FakeServer, SeenRequest, Step } from './fake-server.ts';

type Fate = (
  serve: () => Response,
  request: SeenRequest,
  later: (work: () => void) => void,
) => (() => Response) | 'never';

/** How one sending fares; every name but `fine` is something that happens to phones. */
const FATES: Record<string, Fate> = {
  fine: (serve) => keep(serve()),
  answerLost: (serve) => {
    serve();
    return fail;
  },
  neverArrives: () => fail,
  hangs: () => () => {
    throw new DOMException('signal timed out', 'TimeoutError');
  },
  tabKilledBefore: () => 'never',
  tabKilledAfter: (serve) => {
    serve();
    return 'never';
  },
  failing: () => keep(refusal(500, 'internal')),
  crowded: () => keep(refusal(429, 'rate_limited', { 'Retry-After': '7' })),
  /** Never a row alone: whether our server takes one row does not change from try to try. */
  batchRefused: (serve, request) => keep(rowsOf(request) > 1 ? refusal(413, 'too_large') : serve()),
  /** The client has given up long since, but the request still travels. */
  arrivesLate: (serve, _, later) => {
    later(serve);
    return fail;
  },
  captive: () => keep(foreignHtml(200)),
  sessionEnded: () => keep(refusal(401, 'unauthenticated')),
};

const rowsOf = ({ body }: SeenRequest) => {
  const { referrals, acts } = body as { referrals?: unknown[]; acts?: unknown[] };
  return (referrals ?? acts)?.length ?? 1;
};
const SENDING = new Set(['/api/sync/push', '/api/referrals', '/api/admin/referrals/acts']);
const keep = (response: Response) => () => response;
const fail = () => {
  throw new TypeError('Failed to fetch');
};

/**
 * What sends rows meets a fate drawn by `random` and are answered only when `answerOne` is called, in any order,
 * so that requests of several tabs cross each other. A killed tab's request is never answered.
 */
export function chaosNetwork(server: FakeServer, random: () => number) {
  const pending: (() => void)[] = [];
  const names = Object.keys(FATES);
  const step: Step = (request, serve) => {
    const name = random() < 0.4 ? 'fine' : names[Math.floor(random() * names.length)];
    const answer = FATES[name ?? 'fine']?.(serve, request, (work) => pending.push(work));
    return new Promise((resolve, reject) => {
      if (typeof answer !== 'function') return;
      pending.push(() => settle(answer, resolve, reject));
    });
  };
  const isSending = ({ method, path }: SeenRequest) => method === 'POST' && SENDING.has(path);
  server.intercept = (request) => (isSending(request) ? step : undefined);
  const answerOne = () => pending.splice(Math.floor(random() * pending.length), 1)[0]?.();
  const calm = () => {
    server.intercept = () => undefined;
    while (pending.length > 0) answerOne();
  };
  return { answerOne, calm };
}

function settle(
  answer: () => Response,
  resolve: (response: Response) => void,
  reject: (error: unknown) => void,
): void {
  try {
    resolve(answer());
  } catch (error) {
    reject(error);
  }
}
