import type { Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

/** Reads answers from a connection, one at a time; knows only as much HTTP as our contestants speak. */
export class AnswerReader {
  #waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;
  #parts: Buffer[] = [];

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
    this.#parts.push(part);
    const bytes = this.#parts.length === 1 ? part : Buffer.concat(this.#parts);
    this.#parts = [bytes];
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = bytes.toString('latin1', 0, headEnd);
    const body = bytes.subarray(headEnd + HEAD_END.length);
    if (!isWhole(head, body)) return;
    this.#parts = [];
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (head.startsWith('HTTP/1.1 2')) waiting?.resolve(body.toString());
    else
      waiting?.reject(new Error(`${head.split('\r\n', 1)[0]}: ${body.toString().slice(0, 500)}`));
  }
}

function isWhole(head: string, body: Buffer): boolean {
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  return body.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK;
}
