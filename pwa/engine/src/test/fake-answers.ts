import { OURS_HEADER } from '@sunloop/shared-types/limits.ts';
import type { SeenRequest, Step } from './fake-step.ts';

/** JSON from our server, tagged, with 304 for a caller who already has it. */
export function jsonAnswer(value: unknown, request?: SeenRequest, status = 200): Response {
  const text = JSON.stringify(value);
  const etag = `W/"${text.length}-${hash(text)}"`;
  const headers = { [OURS_HEADER]: '1', 'Content-Type': 'application/json', ETag: etag };
  if (request?.headers.get('If-None-Match') === etag) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(text, { status, headers });
}

/** An error from our server in the form of API.md. */
export function refusal(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  fields?: Record<string, string>,
): Response {
  const body = JSON.stringify({ error: `Refused: ${code}`, code, fields });
  return new Response(body, { status, headers: { [OURS_HEADER]: '1', ...headers } });
}

/** Somebody else's page: a captive portal, a proxy, an edge. */
export function foreignHtml(status: number): Response {
  return new Response('<h1>Welcome to WiFi</h1>', { status });
}

/** The request never arrives. */
export const cutBefore: Step = () => {
  throw new TypeError('Failed to fetch');
};

/** The server commits, but its answer is lost. */
export const ackKill: Step = (_, serve) => {
  serve();
  throw new TypeError('Failed to fetch');
};

/** The socket hangs until our own time-out. */
export const hang: Step = () => {
  throw new DOMException('signal timed out', 'TimeoutError');
};

export const answerWith =
  (make: () => Response): Step =>
  () =>
    make();

function hash(text: string): number {
  let sum = 0;
  for (const char of text) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_000_007;
  return sum;
}
