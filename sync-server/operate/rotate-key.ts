import { migrate } from '../src/db/migrate.ts';
import { readEnv } from './env/env.ts';
import { addKey, newestKey } from '../src/ground/keys/service.ts';
import { openBesideServer } from './open-beside-server.ts';
import { runCommand } from './run-command.ts';

/** Those that may be changed at any time; to another push key every browser would have to subscribe again. */
const KINDS = ['receipt', 'handover'] as const;
const USAGE = `Usage: npm run rotate-key -- ${KINDS.join('|')}`;

/** `npm run rotate-key -- kind`: adds a newer key, even while the server runs. */
await runCommand(async ([name, ...rest]) => {
  const kind = KINDS.find((one) => one === name);
  if (!kind || rest.length > 0) throw new Error(USAGE);
  const { upkeep, close } = await openBesideServer(readEnv());
  try {
    await migrate(upkeep);
    const em = upkeep.em.fork();
    const before = await newestKey(em, kind);
    const { id } = await addKey(em, kind);
    return `The ${kind} key is ${id} from now on; ${before.id} stays for what was made with it.`;
  } finally {
    await close();
  }
});
