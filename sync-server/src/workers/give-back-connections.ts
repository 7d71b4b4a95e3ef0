import type { Worker } from 'node:cluster';

/** What Node's cluster tells a worker with a connection, and its answer; so since Node 0.11, and a test would notice. */
interface Handing {
  readonly act?: unknown;
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Lets another worker have the connections that one was given and had not taken when it died. Node's cluster forgets
 * them, and their callers would wait until they give up: here the answer is given for it, that it did not take them.
 */
export function giveBackConnections({ process: child }: Worker): void {
  const given = new Set<number | undefined>();
  const send = child.send.bind(child) as (...told: unknown[]) => boolean;
  const noted = (message: Handing, ...rest: unknown[]) => {
    if (message.act === 'newconn') given.add(message.seq);
    return send(message, ...rest);
  };
  Object.assign(child, { send: noted });
  child.on('internalMessage', ({ ack }: Handing) => given.delete(ack));
  const giveBack = () => {
    // Its last words may not have been read yet.
    if (child.connected) {
      setImmediate(giveBack);
      return;
    }
    for (const ack of given)
      child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
  };
  child.once('exit', () => setImmediate(giveBack));
}
