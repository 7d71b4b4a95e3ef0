import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSettings } from '../env/find-settings.ts';
import { VARIABLE_NAMES, type Env } from '../env/env.ts';
import { ok, warn, type Finding } from './finding.ts';

const DEPLOY = path.join(import.meta.dirname, '../deploy');

/** Files that the guide copies from the build to the machine (docs/run/deploying.md). */
const COPIES = [
  { check: 'unit', sample: 'sunloop.service', at: 'etc/systemd/system/sunloop.service' },
  { check: 'proxy', sample: 'nginx.conf', at: 'etc/nginx/sites-available/sunloop' },
  { check: 'proxy', sample: 'Caddyfile', at: 'etc/caddy/Caddyfile' },
] as const;

/**
 * Whether unit, proxy and file of settings are those of this build, which an upgrade leaves as they were. What is not there,
 * as in a container, is not looked at; `root` is where the machine's files begin.
 */
export async function checkSamples({ publicOrigin }: Pick<Env, 'publicOrigin'>, root = '/') {
  const found: Finding[] = [];
  for (const { check, sample, at } of COPIES) {
    const file = path.join(root, at);
    const text = await readIfThere(file);
    // Somebody else's, such as what Debian installs.
    if (!text?.includes('Sunloop')) continue;
    const here = new Set(linesOf(text, publicOrigin));
    const ours = linesOf(await readFile(path.join(DEPLOY, sample), 'utf8'), publicOrigin);
    const lacking = ours.filter((line) => !here.has(line));
    const say = `${file} lacks what this build's sample has (${lacking.slice(0, SAID_MAX).join(' · ')})`;
    if (lacking.length > 0)
      found.push(warn(check, `${say}: compare it with ${path.join(DEPLOY, sample)}`));
    else found.push(ok(check, `${file} is as this build's sample`));
  }
  return [...found, ...(await checkNames(path.join(root, 'etc/sunloop.env')))];
}

const SAID_MAX = 3;

/** What says something, with the sample's name in place of the installation's; certificates are everybody's own. */
function linesOf(text: string, publicOrigin: string | undefined): string[] {
  const { hostname = '' } = (publicOrigin && URL.parse(publicOrigin)) || {};
  const named = hostname === '' ? text : text.replaceAll(hostname, 'referrals.example.com');
  return named
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^[^#{}]/.test(line) && !line.startsWith('ssl_certificate'));
}

/** For compose.yaml alone. */
const OF_COMPOSE = ['POSTGRES_PASSWORD', 'COMPOSE_PROJECT_NAME'];

async function checkNames(file: string): Promise<Finding[]> {
  const text = await readIfThere(file);
  const known = new Set([...VARIABLE_NAMES, ...OF_COMPOSE]);
  return Object.keys(parseSettings(text ?? ''))
    .filter((name) => !known.has(name))
    .map((name) =>
      warn('settings', `${name} in ${file} is no setting of this build: correct or remove it`),
    );
}

/** Undefined, too, for what only root may read. */
async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(error.code ?? '')) return undefined;
    throw error;
  });
}
