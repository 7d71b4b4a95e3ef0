import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Node } from './database.ts';
import { freePort, type Program, programOf } from './program.ts';

/** What leads devices to a server process, and server processes to the leader. */
export interface Front {
  readonly program: Program;
  readonly primaryPort: number;
  readonly webPort: number;
}

/** Checks each second by Patroni's REST who leads; connections to whoever no longer does are cut. */
export async function startFront(
  folder: string,
  nodes: readonly Node[],
  webPorts: readonly number[],
): Promise<Front> {
  const [primaryPort, webPort] = await Promise.all([freePort(), freePort()]);
  const text = `
global
  maxconn 4000
defaults
  timeout connect 2s
  timeout check 1s
  timeout client 1h
  timeout server 1h

listen primary
  mode tcp
  bind 127.0.0.1:${primaryPort}
  option httpchk GET /primary
  default-server inter 1s fastinter 200ms downinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}

listen web
  mode http
  bind 127.0.0.1:${webPort}
  option forwardfor
  option httpchk GET /healthz
  option redispatch 1
  timeout client 65s
  timeout server 65s
  default-server inter 1s fall 2 rise 1
${webPorts.map((port, at) => `  server web${at + 1} 127.0.0.1:${port} check`).join('\n')}
`;
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  const program = programOf({
    name: 'haproxy',
    command: 'haproxy',
    args: ['-db', '-f', file],
    folder,
  });
  program.start();
  return { program, primaryPort, webPort };
}
