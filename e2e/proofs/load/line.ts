import { connect, type Socket } from 'node:net';

export interface Answered {
  /** 0: no answer came. */
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
  readonly cookies: readonly string[];
}

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

/**
 * A connection that is kept, on which one call at a time is made. It knows only as much HTTP as our server speaks: Node's own
 * client takes more of a processor than the server for a small call, and would be what is measured.
 */
export class Line {
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  #answer: ((answered: Answered) => void) | undefined;
  isOpen = true;

  constructor({ hostname, port }: URL) {
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (part) => this.#take(part));
    this.#socket.on('error', ({ message }) => this.#fail(message));
    this.#socket.on('close', () => this.#fail('the server hung up'));
  }

  /** Never rejects. */
  ask(request: Buffer, patienceMs: number): Promise<Answered> {
    const { promise, resolve } = Promise.withResolvers<Answered>();
    const impatience = setTimeout(() => this.#fail(`nothing in ${patienceMs} ms`), patienceMs);
    this.#answer = (answered) => {
      clearTimeout(impatience);
      this.#answer = undefined;
      resolve(answered);
    };
    this.#socket.write(request);
    return promise;
  }

  close(): void {
    this.isOpen = false;
    this.#socket.destroy();
  }

  #fail(text: string): void {
    this.close();
    this.#answer?.({ status: 0, text, retryAfter: undefined, cookies: [] });
  }

  #take(part: Buffer): void {
    this.#parts.push(part);
    const bytes = this.#parts.length === 1 ? part : Buffer.concat(this.#parts);
    this.#parts = [bytes];
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = bytes.toString('latin1', 0, headEnd);
    const body = bytes.subarray(headEnd + HEAD_END.length);
    if (!isWhole(head, body)) return;
    this.#parts = [];
    if (/^connection: close/im.test(head)) this.close();
    this.#answer?.({
      status: Number(head.split(' ', 2)[1]),
      text: body.toString(),
      retryAfter: /^retry-after: (.*)$/im.exec(head)?.[1],
      cookies: [...head.matchAll(/^set-cookie: (.*)$/gim)].map(([, cookie = '']) => cookie),
    });
  }
}

function isWhole(head: string, body: Buffer): boolean {
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  return body.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK;
}
