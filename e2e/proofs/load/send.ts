import { type Answered, Line } from './line.ts';

/** How long an answer is waited for, as a device does; milliseconds. */
const PATIENCE_MS = 15_000;

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Connections that are kept, and those of them on which nothing is asked. */
const lines = new Set<Line>();
const free: Line[] = [];

/** Asks our server once, over connections that are kept, and reads the whole answer; never rejects. */
export async function send(origin: string, asked: Asked): Promise<Answered> {
  const line = takeLine(origin);
  const answered = await line.ask(requestOf(asked), PATIENCE_MS);
  if (line.isOpen) free.push(line);
  else lines.delete(line);
  return answered;
}

function requestOf({ method, path, headers, body }: Asked): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body);
  const typed = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(json)),
  };
  const all = { Host: 'localhost', ...headers, ...(body !== undefined && typed) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...head, '', json].join('\r\n'));
}

function takeLine(origin: string): Line {
  for (let line = free.pop(); line; line = free.pop()) {
    if (line.isOpen) return line;
    lines.delete(line);
  }
  const line = new Line(new URL(origin));
  lines.add(line);
  return line;
}

/** Lets the process end. */
export function closeConnections(): void {
  for (const line of lines) line.close();
}
