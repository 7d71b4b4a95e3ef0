import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openWayOut } from './way-out.ts';

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));
/** Nothing but systemd, and what leads to the way out. */
const PACKAGES = 'systemd,systemd-sysv,dbus,socat,procps';
const SUITE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';
const WAY_OUT_PORT = 3128;
const TRUSTED = '/trusted.pem';

/** An empty Debian under systemd. */
export interface Machine {
  /** Runs a script as root as a terminal would, command by command; throws what it said if one fails. */
  readonly run: (what: string, script: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * Makes an empty Debian 12 and starts it, with this repository's newest commit at `/srv/sunloop.git`. `base` is an archive
 * of such a Debian, made if it is not there.
 */
export async function startMachine(base: string): Promise<Machine> {
  if (!existsSync(base)) makeBase(base);
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-walk-'));
  const root = path.join(folder, 'root');
  await mkdir(root);
  execFileSync('tar', ['-xf', base, '-C', root]);
  cloneNewest(path.join(root, 'srv/sunloop.git'));
  await writeFile(path.join(root, 'etc/profile.d/way-out.sh'), settings());
  // Whom this machine trusts, the other one does, and saves its packages less carefully.
  await cp('/etc/ssl/certs/ca-certificates.crt', path.join(root, TRUSTED));
  await writeFile(path.join(root, 'etc/dpkg/dpkg.cfg.d/fast'), 'force-unsafe-io\n');
  // Who reads the guide presses Y.
  await writeFile(path.join(root, 'etc/apt/apt.conf.d/yes'), 'APT::Get::Assume-Yes "true";\n');
  const close = await openWayOut(path.join(root, 'way-out'));
  const bounds = ['--quiet', '--register=no', '--keep-unit', '--private-network'];
  const host = spawn('systemd-nspawn', [...bounds, '-D', root, '--boot'], {
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  host.stdout.resume();
  const ended = once(host, 'exit');
  const pid = await initOf(host.pid ?? 0);
  const machine: Machine = {
    run: (what, script) => runIn(pid, what, script),
    async stop() {
      host.kill('SIGTERM');
      await ended;
      close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await machine.run(
    'the machine is up',
    'until systemctl is-system-running | grep -qE "running|degraded"; do sleep 0.2; done',
  );
  await machine.run(
    'the way out',
    `systemd-run --quiet socat TCP-LISTEN:${WAY_OUT_PORT},bind=127.0.0.1,fork UNIX-CONNECT:/way-out`,
  );
  return machine;
}

/** On a branch, which `git pull` needs, also where a commit without one is checked out here. */
function cloneNewest(to: string): void {
  execFileSync('git', ['clone', '--quiet', '--bare', REPOSITORY, to]);
  for (const args of [
    ['update-ref', 'refs/heads/main', 'HEAD'],
    ['symbolic-ref', 'HEAD', 'refs/heads/main'],
  ])
    execFileSync('git', ['--git-dir', to, ...args]);
}

function makeBase(base: string): void {
  const args = ['--variant=minbase', `--include=${PACKAGES}`, SUITE, base, MIRROR];
  execFileSync('mmdebstrap', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function settings(): string {
  const url = `http://127.0.0.1:${WAY_OUT_PORT}`;
  const names = ['http_proxy', 'https_proxy', 'npm_config_proxy', 'npm_config_https_proxy'];
  const pairs = [...names.map((name) => `${name}=${url}`), 'no_proxy=localhost,127.0.0.1'];
  pairs.push(`npm_config_cafile=${TRUSTED}`, `GIT_SSL_CAINFO=${TRUSTED}`);
  return `export ${pairs.join(' ')} DEBIAN_FRONTEND=noninteractive\n`;
}

/** The first process in there, once it is: what makes it has others before. */
async function initOf(host: number): Promise<number> {
  for (;;) {
    const children = await readFile(`/proc/${host}/task/${host}/children`, 'utf8');
    for (const pid of children.trim().split(' ')) {
      const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      if (name === 'systemd\n') return Number(pid);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function runIn(pid: number, what: string, script: string): Promise<string> {
  const startedAt = Date.now();
  const args = ['-t', String(pid), '-m', '-u', '-i', '-n', '-p', '-r', '-w'];
  const shell = ['bash', '-l', '-e', '-o', 'pipefail', '-s'];
  const child = spawn('nsenter', [...args, ...shell], {
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  child.stdin.end(script);
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number | null];
  console.log(`${what}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  if (code === 0) return said;
  throw new Error(`${what} failed:\n${said.slice(-SAID_MAX)}\n${complaint.slice(-SAID_MAX)}`);
}

const SAID_MAX = 3000;
