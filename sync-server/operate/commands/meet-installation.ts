import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { switchTo } from '../embedded/account.ts';
import { DATA_DIR, type Variables } from '../env/env.ts';
import { findSettings } from '../env/find-settings.ts';

/**
 * The settings of the installation a command acts on. Started as root, it goes on as the owner of the data folder, as
 * whom the server runs. Says in a line which database that is.
 */
export async function meetInstallation(): Promise<Variables> {
  const { variables, source } = await findSettings(process.env);
  const dataDir = path.resolve(variables['DATA_DIR'] || DATA_DIR);
  const user = await becomeOwner(dataDir);
  const as = user === undefined ? '' : ` as user ${user}`;
  const database = describeDatabase(variables, dataDir);
  await trustAlso(variables['NODE_EXTRA_CA_CERTS']);
  process.stdout.write(`Acts on ${database}${as}, by the settings of ${source}\n`);
  return variables;
}

async function becomeOwner(folder: string): Promise<number | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(folder).catch(() => undefined);
  if (!owner || owner.uid === 0) return undefined;
  switchTo(owner);
  return owner.uid;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

/** Node looks for these in the environment alone, and before anything of ours runs. */
async function trustAlso(file: string | undefined): Promise<void> {
  if (!file || file === process.env['NODE_EXTRA_CA_CERTS']) return;
  const more = (await readFile(file, 'utf8')).match(CERTIFICATE) ?? [];
  setDefaultCACertificates([...getCACertificates(), ...more]);
}

/** Without the password. */
function describeDatabase({ DATABASE_URL: url }: Variables, dataDir: string): string {
  if (!url) return `Sunloop's own database in ${dataDir}`;
  const { pathname = '', host = '', searchParams } = URL.parse(url) ?? {};
  return `the database ${pathname.slice(1)} at ${searchParams?.get('host') ?? host}`;
}
