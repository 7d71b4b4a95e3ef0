import { EXPECTED_USER_HEADER, OURS_HEADER } from '@sunloop/shared-types/limits.ts';
import type { AppProcess } from '../../fixtures/app-process.ts';
import { type Person, sessionCookies } from '../../fixtures/people.ts';
import type { Answer, Caller } from '../devices/scripted-device.ts';
import type { Answers } from './answers.ts';

/** As the app's. */
const CALL_TIMEOUT_MS = 15_000;
const SECOND_MS = 1000;

export async function makeCaller(
  app: AppProcess,
  person: Pick<Person, 'email' | 'password'> & { readonly id?: string },
  answers: Answers,
): Promise<Caller> {
  const cookies = await sessionCookies(app, person);
  const headers = {
    'Content-Type': 'application/json',
    Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    ...(person.id !== undefined && { [EXPECTED_USER_HEADER]: person.id }),
  };
  return async ({ method, path, body }) => {
    const answer = await send(`${app.origin}${path}`, { method, headers, body });
    answers.note(answer?.status ?? 'none', method !== 'GET' && answer?.status === 200);
    return answer;
  };
}

interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

async function send(url: string, { body, ...rest }: Sent): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      ...rest,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.headers.has(OURS_HEADER)) return undefined;
    const retryAfterMs = Number(response.headers.get('Retry-After') ?? 0) * SECOND_MS;
    return { status: response.status, body: JSON.parse(text || 'null'), retryAfterMs };
  } catch {
    // The proxy or the process went away, or nobody answered in time.
    return undefined;
  }
}
