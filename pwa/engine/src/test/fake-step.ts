/** A request as the fake server got it. */
export interface SeenRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
  /** The caller's own abort signal. */
  signal?: AbortSignal | undefined;
}

/** Overrides the server's own behavior: answers instead of it, or lets it work and then fails. */
export type Step = (request: SeenRequest, serve: () => Response) => Response | Promise<Response>;
