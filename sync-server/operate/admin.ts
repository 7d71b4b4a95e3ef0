import { Email } from '@sunloop/shared-types/values/email.ts';
import * as v from 'valibot';
import { askPassword } from './ask-password.ts';
import { migrate } from '../src/db/migrate.ts';
import { readEnv } from './env/env.ts';
import { setUpMail } from '../src/messages/mail/mail-state.ts';
import { ADMIN_COMMANDS } from './install/admin-commands.ts';
import { mailSetup } from './start/mail-setup.ts';
import { openBesideServer } from './open-beside-server.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run admin -- ${Object.keys(ADMIN_COMMANDS).join('|')} EMAIL`;

/** `npm run admin -- command email`: lets an operator in whom the desk cannot, even while the server runs. */
await runCommand(async ([name = '', given = '', ...rest]) => {
  const command = Object.hasOwn(ADMIN_COMMANDS, name) ? ADMIN_COMMANDS[name] : undefined;
  if (!command) throw new Error(name === '' ? USAGE : `There is no command ${name}. ${USAGE}`);
  const email = v.safeParse(Email, given);
  if (!email.success || rest.length > 0) throw new Error(`Name one email address. ${USAGE}`);
  const env = readEnv();
  const { upkeep, close } = await openBesideServer(env);
  try {
    await migrate(upkeep);
    // The server sends what is written here.
    setUpMail(upkeep.em, mailSetup(env, { sessionKeys: [] }));
    return await command({ em: upkeep.em.fork(), email: email.output, askPassword });
  } finally {
    await close();
  }
});
