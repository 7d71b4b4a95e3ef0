import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { SLOW_BYTES_PER_SECOND, type Fault } from './fault-kinds.ts';
import { meet, type Passage } from './meet-fault.ts';
import { openLine } from './slow-line.ts';

export interface FaultRule {
  readonly fault: Fault;
  /** Only requests whose `METHOD /path` matches; all by default. */
  readonly only?: RegExp;
  /** The first of them that meets it, counted from 1 … */
  readonly from?: number;
  /** … and how many do; all by default. */
  readonly times?: number;
}

/** A fault that waits for requests. */
export interface Planted {
  /**
   * Resolves once a request has met it: for faults after the server's work, once that is done; for `delay`
   * and `slow`, once the request is on its way.
   */
  readonly met: Promise<void>;
  /** Later requests pass; what hangs goes on hanging. */
  readonly lift: () => void;
}

export interface FaultProxy {
  /** What the browser opens. */
  readonly origin: string;
  readonly passages: readonly Passage[];
  /** Adds a rule after those already planted, which are tried first. */
  plant(rule: FaultRule): Planted;
  /** The servers behind it, which take turns; one that accepts no connection is skipped, as balancers do. */
  setServers(ports: readonly number[]): void;
  /** Ends every connection, as when the server behind it dies. */
  dropConnections(): void;
  close(): Promise<void>;
}

interface Rule extends FaultRule {
  seen: number;
  readonly meets: () => void;
}

/**
 * A proxy between browser and servers in which single requests meet faults. For a server with TRUST_PROXY=1
 * every proxy has a different client address, so that limits per address do not add up over tests.
 */
export async function openFaultProxy(...serverPorts: number[]): Promise<FaultProxy> {
  let servers: readonly number[] = serverPorts;
  let turn = 0;
  let rules: Rule[] = [];
  const passages: Passage[] = [];
  const sockets = new Set<Socket>();
  const lines = { up: openLine(SLOW_BYTES_PER_SECOND), down: openLine(SLOW_BYTES_PER_SECOND) };
  const address = randomAddress();

  const proxy = createServer((incoming, answer) => {
    const name = `${incoming.method} ${incoming.url}`;
    const rule = findRule(rules, name);
    const passage: Passage = { name, at: Date.now(), fault: rule?.fault };
    passages.push(passage);
    turn += 1;
    const ports = servers.map((_, at) => servers[(turn + at) % servers.length] ?? 0);
    meet({ incoming, answer, ports, address, lines, passage, meets: rule?.meets });
  });
  proxy.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const dropConnections = () => sockets.forEach((socket) => socket.destroy());
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    passages,
    plant(rule) {
      const { promise: met, resolve: meets } = Promise.withResolvers<void>();
      const planted: Rule = { ...rule, seen: 0, meets };
      rules.push(planted);
      const lift = () => {
        rules = rules.filter((one) => one !== planted);
      };
      return { met, lift };
    },
    setServers(ports) {
      servers = ports;
    },
    dropConnections,
    async close() {
      dropConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** The first rule whose turn it is with this request; later rules do not see the request. */
function findRule(rules: readonly Rule[], name: string): Rule | undefined {
  return rules.find((rule) => {
    const { only = /./, from = 1, times = Infinity } = rule;
    if (!only.test(name)) return false;
    rule.seen += 1;
    return rule.seen >= from && rule.seen < from + times;
  });
}

/** One of the addresses reserved for network tests (198.18.0.0/15). */
function randomAddress(): string {
  const part = () => Math.floor(Math.random() * 256);
  return `198.${18 + (part() % 2)}.${part()}.${part()}`;
}
