import { Worker } from 'node:worker_threads';

/** One request as the caller's thread sends it. */
export interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

export interface Caller {
  /** Sends the request and reads the whole answer; resolves with its status. */
  send(request: Request): Promise<number>;
  close(): Promise<unknown>;
}

/** Calls from a thread of its own, so that the caller's work is not counted as the server's. */
export function startCaller(): Caller {
  const worker = new Worker(new URL('caller-thread.ts', import.meta.url));
  const send = (request: Request) =>
    new Promise<number>((resolve, reject) => {
      worker.once('message', (answer: number | string) =>
        typeof answer === 'number' ? resolve(answer) : reject(new Error(answer)),
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin.
      worker.postMessage(request);
    });
  return { send, close: () => worker.terminate() };
}
