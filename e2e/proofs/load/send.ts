import { type Answered, Line } from './line.ts';

/** How long an answer is waited for, as a device does; milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * As many connections as a proxy keeps. A process takes one new connection in each turn of its loop, so thousands at once
 * would measure how long connections wait.
 */
const CONNECTIONS_MAX = 512;

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

const lines = new Set<Line>();
const free: Line[] = [];
const waiting: ((line: Line) => void)[] = [];

/** Asks our server once, over connections that are kept, and reads the whole answer; never rejects. */
export async function send(origin: string, asked: Asked): Promise<Answered> {
  const line = await takeLine(origin);
  const answered = await line.ask(requestOf(asked), PATIENCE_MS);
  giveBack(line, origin);
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

function takeLine(origin: string): Line | Promise<Line> {
  for (let line = free.pop(); line; line = free.pop()) {
    if (line.isOpen) return line;
    lines.delete(line);
  }
  if (lines.size < CONNECTIONS_MAX) return open(origin);
  return new Promise((resolve) => waiting.push(resolve));
}

function open(origin: string): Line {
  const line = new Line(new URL(origin));
  lines.add(line);
  return line;
}

function giveBack(line: Line, origin: string): void {
  if (!line.isOpen) lines.delete(line);
  const next = waiting.shift();
  if (next) next(line.isOpen ? line : open(origin));
  else if (line.isOpen) free.push(line);
}

/** Lets the process end. */
export function closeConnections(): void {
  for (const line of lines) line.close();
}
