import assert from 'node:assert/strict';
import type { Machine } from './machine.ts';
import { blocksOf, blockWith } from './page-blocks.ts';

const NAME = 'localhost';
const EMAIL = 'office@example.com';
const PASSWORD = 'a walk in the sun';

/** What the reader puts in the place of words that stand for theirs. */
const filledIn = (block: string) =>
  block
    .replaceAll('git clone REPOSITORY', 'git clone --quiet /srv/sunloop.git')
    .replaceAll('YOU@YOUR.NAME', EMAIL)
    .replaceAll('YOUR.NAME', NAME)
    .replaceAll('sunloop backup FILE', 'sunloop backup /var/lib/sunloop/before.backup.gz')
    .replaceAll('https://referrals.example.com', `https://${NAME}`);

/** Debian, to the running unit. */
export async function install({ run }: Machine): Promise<void> {
  const [packages = '', start = ''] = await blocksOf('deploying.md', 'Debian');
  await run('install', filledIn(packages));
  const settings = {
    PUBLIC_ORIGIN: `https://${NAME}`,
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
    SESSION_KEYS: '$(openssl rand -hex 32)',
    DATABASE_URL: 'postgres://sunloop@localhost/sunloop?host=/var/run/postgresql',
  };
  const set = Object.entries(settings).map(
    ([name, value]) => `sed -i "s|^#\\?${name}=.*|${name}=${value}|" /etc/sunloop.env`,
  );
  await run('settings', set.join('\n'));
  // The password is ours, so there is no file of it.
  await run(
    'start',
    `cd /opt/sunloop\n${start.replace('cat /var/lib/sunloop/admin-password', '')}`,
  );
}

/** nginx or Caddy, with a certificate. */
export async function putProxyInFront({ run }: Machine, proxy: string): Promise<void> {
  const isCaddy = proxy === 'caddy';
  const block = await blockWith(
    'deploying.md',
    'The proxy',
    isCaddy ? 'install --no-install-recommends caddy' : 'certbot certonly',
  );
  // No issuer reaches this machine: certbot's files are made here, Caddy makes those of localhost itself.
  await run(proxy, `cd /opt/sunloop\n${isCaddy ? '' : CERTIFICATE}\n${filledIn(block)}`);
  if (isCaddy)
    await run(
      'trust',
      'until cp /var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt /usr/local/share/ca-certificates/local.crt; do sleep 0.2; done; update-ca-certificates',
    );
  await run(
    'trusted authorities',
    'echo NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt >> /etc/sunloop.env; systemctl restart sunloop',
  );
}

const CERTIFICATE = `
certbot() {
  [ "$1" = certonly ] || return 0
  mkdir -p /etc/letsencrypt/live/${NAME}
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=${NAME} -addext subjectAltName=DNS:${NAME} \\
    -keyout /etc/letsencrypt/live/${NAME}/privkey.pem -out /etc/letsencrypt/live/${NAME}/fullchain.pem 2>/dev/null
  cp /etc/letsencrypt/live/${NAME}/fullchain.pem /usr/local/share/ca-certificates/local.crt
  update-ca-certificates
}`;

/** As a person would, through the proxy. */
export async function trySignIn({ run }: Machine): Promise<void> {
  const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
  const said = await run(
    'sign-in',
    `curl --silent --show-error --fail --retry 20 --retry-connrefused --retry-delay 1 -H 'Content-Type: application/json' -H 'Origin: https://${NAME}' -d '${body}' https://${NAME}/api/login`,
  );
  assert.match(said, /"role":"admin"/);
}

/** Each command, on the database that the settings name. */
export async function useCommands(machine: Machine): Promise<void> {
  const { run } = machine;
  const acts = 'Acts on the database sunloop at /var/run/postgresql as user';
  const doctor = await run('doctor', 'sunloop doctor || true');
  assert.ok(doctor.includes(acts), doctor);
  // The role of Debian's guide owns its database alone.
  assert.match(doctor, / 0 bad$/m, doctor);
  const [saveAndRestore = ''] = await blocksOf('backups.md', 'By hand');
  const said = await run(
    'backup and restore',
    saveAndRestore.replace(/(restore \S+)/, '$1 --replace'),
  );
  assert.match(said, /Saved \d+ rows/);
  assert.match(said, /Restored \d+ rows/);
  const [admin = ''] = await blocksOf('commands.md', 'When nobody can get in');
  const lines = admin
    .trim()
    .split('\n')
    .map((line) => `${line.replace('EMAIL', EMAIL)} <<< '${PASSWORD}'`);
  assert.match(await run('admin', lines[0] ?? ''), /active admin already/);
  const keys = await blockWith('operations.md', 'Keys of the server', 'rotate-key');
  assert.equal((await run('rotate-key', keys)).split('key is').length - 1, 2);
  await trySignIn(machine);
}

/** To the next version and back. */
export async function upgradeAndGoBack(machine: Machine): Promise<void> {
  const { run } = machine;
  const upgrade = await blockWith('deploying.md', 'Upgrade', '/opt/sunloop-next');
  await run('upgrade', filledIn(upgrade));
  await trySignIn(machine);
  const [goBack = ''] = await blocksOf('rollback.md', '');
  await run('rollback', goBack);
  await trySignIn(machine);
}

/** The same with the server's own database, beside whose unit commands work as well. */
export async function useOwnDatabase(machine: Machine): Promise<void> {
  const { run } = machine;
  await run(
    'own database',
    `systemctl stop sunloop\nsed -i '/^DATABASE_URL=/d' /etc/sunloop.env\nsystemctl start sunloop`,
  );
  const said = await run(
    'backup beside the unit',
    'sunloop backup /var/lib/sunloop/own.backup.gz; systemctl is-active sunloop',
  );
  assert.match(
    said,
    /Acts on Sunloop's own database in \/var\/lib\/sunloop as user \d+.*\nSaved \d+ rows/,
  );
  await assert.rejects(
    run('restore beside the unit', 'sunloop restore /var/lib/sunloop/own.backup.gz --replace'),
    /The server runs on the database/,
  );
  const [saveAndRestore = ''] = await blocksOf('backups.md', 'By hand');
  assert.match(
    await run('backup and restore', saveAndRestore.replace(/(restore \S+)/, '$1 --replace')),
    /Restored \d+ rows/,
  );
  await trySignIn(machine);
}
