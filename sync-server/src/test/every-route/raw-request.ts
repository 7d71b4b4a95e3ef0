import { once } from 'node:events';
import { connect } from 'node:net';
import type { Framed } from './framings.ts';

/** Longer than any request of these takes. Milliseconds. */
const ANSWER_MS = 20_000;

/**
 * Sends a request byte by byte as it is told, on a connection of its own; answers all that came back until it was closed,
 * '' if it was cut off.
 */
export async function sendRaw(
  url: string,
  firstLine: string,
  { headers, pieces, ending }: Framed,
): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  const answered: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => void answered.push(bytes));
  // The server may close it while something is still on its way.
  socket.on('error', () => undefined);
  let isLate = false;
  socket.setTimeout(ANSWER_MS, () => {
    isLate = true;
    socket.destroy();
  });
  await once(socket, 'connect');
  const closed = new Promise<boolean>((resolve) => socket.once('close', resolve));
  const head = [firstLine, `Host: ${host}`, 'Connection: close', ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (const piece of pieces) {
    socket.write(piece);
    // So that it arrives as a piece of its own.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (ending === 'end') socket.end();
  if (ending === 'cut') socket.destroy();
  await closed;
  if (isLate) throw new Error(`${firstLine}: neither an answer nor an end`);
  return Buffer.concat(answered).toString('latin1');
}

export const statusesIn = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
