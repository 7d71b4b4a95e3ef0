import { migrate } from '../../src/db/migrate.ts';
import { addKey, newestKey } from '../../src/ground/keys/service.ts';
import { parseEnv } from '../env/env.ts';
import type { Command } from './command.ts';
import { openInstallation } from './open-installation.ts';

/** Those that may be changed at any time; to another push key every browser would have to subscribe again. */
const KINDS = ['receipt', 'handover'] as const;
const USAGE = `Usage: sunloop rotate-key ${KINDS.join('|')}`;

/** `sunloop rotate-key kind`: adds a newer key, even while the server runs. */
export const run: Command = async ([name, ...rest], meet) => {
  const kind = KINDS.find((one) => one === name);
  if (!kind || rest.length > 0) throw new Error(USAGE);
  const { upkeep, close } = await openInstallation(parseEnv(await meet()));
  try {
    await migrate(upkeep);
    const em = upkeep.em.fork();
    const before = await newestKey(em, kind);
    const { id } = await addKey(em, kind);
    return `The ${kind} key is ${id} from now on; ${before.id} stays for what was made with it.`;
  } finally {
    await close();
  }
};
