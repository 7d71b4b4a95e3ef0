import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** What this process wanted to reach. */
export interface Outgoing {
  /** `look up host`, or `connect to host:port`. */
  readonly wanted: string[];
  /** Lets everything out again. */
  release(): void;
}

/**
 * Keeps this process from reaching anything but these ports: `fetch`, `http`, `https` and whatever else opens a connection
 * does it by `net`, after it looked the name up by `dns`.
 */
export function holdOutgoing(allowed: ReadonlySet<number>): Outgoing {
  const wanted: string[] = [];
  const letGo = [
    holdConnections((host, port) => {
      const isAllowed = allowed.has(port);
      if (!isAllowed) wanted.push(`connect to ${host}:${port}`);
      return isAllowed;
    }),
    ...[dns, dns.promises].map((names) =>
      holdNames(names, (host) => wanted.push(`look up ${host}`)),
    ),
  ];
  syncBuiltinESMExports();
  const release = () => {
    for (const undo of letGo) undo();
    syncBuiltinESMExports();
  };
  return { wanted, release };
}

const refusal = () => Object.assign(new Error('held by the tests'), { code: 'EHELD' });

function holdConnections(mayPass: (host: string, port: number) => boolean): () => void {
  // oxlint-disable-next-line unbound-method -- it is called with the socket below.
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function held(this: net.Socket, ...given: unknown[]) {
    const { host = 'localhost', port, path } = targetOf(given);
    const passes = path !== undefined || mayPass(host, Number(port));
    return passes ? Reflect.apply(connect, this, given) : this.destroy(refusal());
  };
  return () => void (net.Socket.prototype.connect = connect);
}

interface Target {
  readonly host?: string;
  readonly port?: number | string;
  /** Of a socket file. */
  readonly path?: string | null;
}

/** `net.connect` hands its arguments over as a list in a list. */
function targetOf(given: readonly unknown[]): Target {
  const [first, second] = (Array.isArray(given[0]) ? given[0] : given) as unknown[];
  if (typeof first === 'object' && first !== null) return first;
  return { port: Number(first), ...(typeof second === 'string' && { host: second }) };
}

/** Of `node:dns` or its promises. */
function holdNames(names: object, note: (host: string) => void): () => void {
  const asks = Object.entries(names).filter(([name]) => /^(lookup|resolve|reverse)/.test(name));
  const held = (host: string, ...rest: unknown[]) => {
    note(host);
    const done = rest.at(-1);
    if (typeof done !== 'function') return Promise.reject(refusal());
    process.nextTick(done, refusal());
    return undefined;
  };
  for (const [name] of asks) Reflect.set(names, name, held);
  return () => void Object.assign(names, Object.fromEntries(asks));
}
