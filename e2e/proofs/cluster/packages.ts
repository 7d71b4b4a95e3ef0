import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';

/** What a cluster is made of, as Debian 12 calls it, and a file of each. */
const PACKAGES: Readonly<Record<string, string>> = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
};

/** What Debian asks before a package starts its service; 101 is no. */
const POLICY = '/usr/sbin/policy-rc.d';
const KEPT = `${POLICY}.kept`;

/** The line that installs what is missing, or nothing if nothing is. */
export function findMissing(): string | undefined {
  const missing = Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name] ?? ''));
  if (missing.length === 0) return undefined;
  return `apt-get install --no-install-recommends ${missing.join(' ')}`;
}

/** Installs what is missing, by a line of `findMissing`; none of it is started. Needs root. */
export async function install(line: string): Promise<void> {
  const hadPolicy = existsSync(POLICY);
  if (hadPolicy) await rename(POLICY, KEPT);
  try {
    await writeFile(POLICY, '#!/bin/sh\nexit 101\n');
    await chmod(POLICY, 0o755);
    const [command = '', ...words] = line.split(' ');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync(command, [...words, '--yes'], { stdio: 'inherit', env });
  } finally {
    if (hadPolicy) await rename(KEPT, POLICY);
    else await rm(POLICY);
  }
}
