import path from 'node:path';
import { freePort, type Program, programOf } from './program.ts';

/** Starts an etcd of each name, which know each other, with the API v2 beside v3. */
export async function startEtcd(
  folder: string,
  names: readonly string[],
): Promise<{ client: number; program: Program }[]> {
  const places = await Promise.all(
    names.map(async (name) => ({ name, client: await freePort(), peer: await freePort() })),
  );
  const all = places.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join();
  return places.map(({ name, client, peer }) => {
    const options = {
      name,
      'data-dir': path.join(folder, `etcd-${name}`),
      'listen-client-urls': `http://127.0.0.1:${client}`,
      'advertise-client-urls': `http://127.0.0.1:${client}`,
      'listen-peer-urls': `http://127.0.0.1:${peer}`,
      'initial-advertise-peer-urls': `http://127.0.0.1:${peer}`,
      'initial-cluster': all,
      'heartbeat-interval': '250',
      'election-timeout': '2500',
      'enable-v2': 'true',
    };
    const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
    const program = programOf({ name: `etcd-${name}`, command: 'etcd', args, folder });
    program.start();
    return { client, program };
  });
}
