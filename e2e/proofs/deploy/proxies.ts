/**
 * `npm run proof proxy-trial`: the samples of nginx and Caddy in `sync-server/operate/deploy` with TLS in front of the real server, on
 * loopback and with a certificate of their own, tried one after the other; those that are not installed are left out in words.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { FIRST_ADMIN, startApp } from '../../fixtures/app-process.ts';
import { findFreePort } from '../../fixtures/free-port.ts';
import { CHECKS } from './check-proxy.ts';
import { visit } from './visit.ts';

const SAMPLES = path.join(import.meta.dirname, '../../../sync-server/operate/deploy');
const SUNLOOP = path.join(import.meta.dirname, '../../../sync-server/operate/sunloop.ts');
const BODY_MS = 4000;
const START_MS = 20_000;

interface Place {
  /** For its files. */
  readonly folder: string;
  readonly origin: string;
  readonly port: number;
  readonly plainPort: number;
  readonly serverPort: number;
}

/** Each proxy: the sample with only addresses, ports and certificate changed, and how it is started in the foreground. */
const PROXIES = {
  nginx: async ({ folder, port, plainPort, serverPort }: Place) => {
    const sample = await readFile(path.join(SAMPLES, 'nginx.conf'), 'utf8');
    const site = sample
      .replace('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
      .replaceAll(/listen \[::\].*/g, '')
      .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('/etc/letsencrypt/live/referrals.example.com', folder)
      .replaceAll('referrals.example.com', 'localhost');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const own = paths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
    const file = path.join(folder, 'nginx.conf');
    const head = `daemon off; pid ${folder}/pid; error_log stderr; events {}`;
    await writeFile(file, `${head}\nhttp {\naccess_log off;\n${own}\n${site}\n}\n`);
    return { args: ['-c', file, '-p', folder], env: {} };
  },
  caddy: async ({ folder, origin, plainPort, serverPort }: Place) => {
    const sample = await readFile(path.join(SAMPLES, 'Caddyfile'), 'utf8');
    const file = path.join(folder, 'Caddyfile');
    const own = `{\n\tadmin off\n\thttp_port ${plainPort}\n\tskip_install_trust\n`;
    const certificate = `tls ${folder}/fullchain.pem ${folder}/privkey.pem\n\tbind 127.0.0.1`;
    const site = sample
      .replace('{\n', own)
      .replace('http:// {\n', 'http:// {\n\tbind 127.0.0.1\n')
      .replace('\treverse_proxy', `\t${certificate}\n\treverse_proxy`);
    await writeFile(file, site);
    const env = {
      PUBLIC_ORIGIN: origin,
      UPSTREAM: `127.0.0.1:${serverPort}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    };
    return { args: ['run', '--config', file, '--adapter', 'caddyfile'], env };
  },
};

for (const [name, configure] of Object.entries(PROXIES)) {
  const isInstalled = spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0;
  if (isInstalled) await tryProxy(name, configure);
  else console.log(`${name}: left out, it is not installed`);
}

async function tryProxy(name: string, configure: (typeof PROXIES)['nginx']): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), `sunloop-${name}-`));
  const [port, plainPort, serverPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const origin = `https://localhost:${port}`;
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  await writeFile(path.join(folder, 'fullchain.pem'), cert);
  await writeFile(path.join(folder, 'privkey.pem'), key, { mode: 0o600 });
  const app = await startApp({
    PUBLIC_ORIGIN: origin,
    PORT: String(serverPort),
    TRUST_PROXY: '1',
    BODY_TIMEOUT_MS: String(BODY_MS),
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= app.stop());
  const { args, env } = await configure({ folder, origin, port, plainPort, serverPort });
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  const proxy = spawn(name, args, { env: { ...process.env, ...env }, stdio: [...stdio] });
  const said: string[] = [];
  proxy.stderr?.on('data', (bytes: Buffer) => said.push(bytes.toString()));
  const ended = once(proxy, 'exit');
  try {
    await untilOpen({ origin, port }, () => said.join(''));
    for (const [check, hold] of Object.entries(CHECKS)) {
      await hold({ origin, port, admin: FIRST_ADMIN, bodyMs: BODY_MS });
      console.log(`${name}: ${check}`);
    }
    askDoctor({ origin, folder, dataDir: app.dataDir });
    console.log(`${name}: the doctor finds nothing bad`);
    await checkPlain(plainPort);
    console.log(`${name}: pages alone are led from http to https`);
    await stop();
    await checkOwnAnswer({ origin, port });
    console.log(`${name}: its own answers have the headers of security`);
  } finally {
    proxy.kill('SIGTERM');
    await ended;
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws what `sunloop doctor` finds bad, through the proxy and with its certificate. */
function askDoctor(to: { origin: string; folder: string; dataDir: string }): void {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: to.dataDir,
    PUBLIC_ORIGIN: to.origin,
    TRUST_PROXY: '1',
    NODE_EXTRA_CA_CERTS: path.join(to.folder, 'fullchain.pem'),
  };
  const args = [SUNLOOP, 'doctor', '--url', to.origin];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
  for (const found of ['TLS', 'origin', 'address'])
    assert.match(stdout, new RegExp(`^ok +${found} `, 'm'));
}

async function checkPlain(port: number): Promise<void> {
  const statusOf = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })).status;
  assert.equal(await statusOf('/referrals'), 301);
  for (const path of ['/api', '/api/user']) assert.equal(await statusOf(path), 403, path);
}

/** Without a server behind it. */
async function checkOwnAnswer(to: Parameters<typeof visit>[0]): Promise<void> {
  const { status, valuesOf } = await visit(to, { path: '/' });
  assert.equal(status, 502);
  assert.deepEqual(valuesOf('x-content-type-options'), ['nosniff']);
  assert.match(valuesOf('strict-transport-security').join(), /^max-age=63072000;/);
  assert.match(valuesOf('content-security-policy').join(), /frame-ancestors 'none'/);
}

async function untilOpen(to: Parameters<typeof visit>[0], said: () => string): Promise<void> {
  const giveUpAt = Date.now() + START_MS;
  for (;;) {
    const opened = await visit(to, { path: '/healthz' }).catch((error: unknown) => error);
    if (!(opened instanceof Error)) return;
    if (Date.now() > giveUpAt)
      throw new Error(`The proxy did not start: ${said()}`, { cause: opened });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
