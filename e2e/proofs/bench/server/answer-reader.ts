import type { Socket } from 'node:net';
import { AnswerParts } from '../../../fixtures/answer-parts.ts';

/** Reads answers from a connection, one at a time. */
export class AnswerReader {
  #waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;
  readonly #parts = new AnswerParts();

  constructor(socket: Socket) {
    socket.on('data', (part) => this.#take(part));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('the server hung up')));
  }

  /** The body of the next answer; throws if its status is not a success. */
  next(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  #take(part: Buffer): void {
    const { head, body } = this.#parts.add(part) ?? {};
    if (head === undefined || body === undefined) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (head.startsWith('HTTP/1.1 2')) waiting?.resolve(body);
    else waiting?.reject(new Error(`${head.split('\r\n', 1)[0]}: ${body.slice(0, 500)}`));
  }
}
