import { connect, type Socket } from 'node:net';
import { AnswerParts } from '../../fixtures/answer-parts.ts';

export interface Answered {
  /** 0: no answer came. */
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
  readonly cookies: readonly string[];
}

/**
 * A connection that is kept, on which one call at a time is made. It knows only as much HTTP as our server speaks: Node's own
 * client takes more of a processor than the server for a small call, and would be what is measured.
 */
export class Line {
  readonly #socket: Socket;
  readonly #parts = new AnswerParts();
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
    const { head, body } = this.#parts.add(part) ?? {};
    if (head === undefined || body === undefined) return;
    if (/^connection: close/im.test(head)) this.close();
    this.#answer?.({
      status: Number(head.split(' ', 2)[1]),
      text: body,
      retryAfter: /^retry-after: (.*)$/im.exec(head)?.[1],
      cookies: [...head.matchAll(/^set-cookie: (.*)$/gim)].map(([, cookie = '']) => cookie),
    });
  }
}
