/** Why a request has no answer from our server; nothing may be concluded from it about the data sent. */
export type NotSentReason = 'offline' | 'captive' | 'server-away' | 'timeout' | 'malformed';

/** Our server did not answer; the request may or may not have reached it. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  readonly reason: NotSentReason;
  /** What our server sent instead of a well-formed error; may be empty. */
  readonly rawText: string | undefined;

  constructor(reason: NotSentReason, cause?: unknown, rawText?: string) {
    super(NOT_SENT_TEXTS[reason], { cause });
    this.reason = reason;
    this.rawText = rawText;
  }
}

/** For code that is loaded when it is needed: that it cannot be loaded now is not a lasting failure. */
export function notLoaded(error: unknown): never {
  throw new NotSent('offline', error);
}

const NOT_SENT_TEXTS: Readonly<Record<NotSentReason, string>> = {
  offline: 'You are offline. Please try again when you have a connection.',
  captive: 'This Wi-Fi wants you to sign in before it lets anything through.',
  'server-away': 'Our server cannot be reached right now. Please try again in a moment.',
  timeout: 'The connection is too slow. Please try again in a moment.',
  malformed: 'The answer could not be understood. Please try again in a moment.',
};

/** Our own server refused, with its machine code; `message` is its text for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** From `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(refusal: {
    status: number;
    code: string;
    error: string;
    fields?: Record<string, string> | undefined;
    retryAfterMs?: number | undefined;
  }) {
    super(refusal.error);
    this.status = refusal.status;
    this.code = refusal.code;
    this.fields = refusal.fields;
    this.retryAfterMs = refusal.retryAfterMs;
  }
}

/** The two ways a call fails without being a fault of this program. */
export type Problem = ApiError | NotSent;

export function isProblem(error: unknown): error is Problem {
  return error instanceof ApiError || error instanceof NotSent;
}
