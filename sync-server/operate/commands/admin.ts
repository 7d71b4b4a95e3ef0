import { Email } from '@sunloop/shared-types/values/email.ts';
import * as v from 'valibot';
import { migrate } from '../../src/db/migrate.ts';
import { setUpMail } from '../../src/messages/mail/mail-state.ts';
import { parseEnv } from '../env/env.ts';
import { ADMIN_COMMANDS } from '../install/admin-commands.ts';
import { mailSetup } from '../start/mail-setup.ts';
import { askPassword } from './ask-password.ts';
import type { Command } from './command.ts';
import { openInstallation } from './open-installation.ts';

const USAGE = `Usage: sunloop admin ${Object.keys(ADMIN_COMMANDS).join('|')} EMAIL`;

/** `sunloop admin act email`: lets an operator in whom the desk cannot, even while the server runs. */
export const run: Command = async ([name = '', given = '', ...rest], meet) => {
  const act = Object.hasOwn(ADMIN_COMMANDS, name) ? ADMIN_COMMANDS[name] : undefined;
  if (!act) throw new Error(name === '' ? USAGE : `There is no command ${name}. ${USAGE}`);
  const email = v.safeParse(Email, given);
  if (!email.success || rest.length > 0) throw new Error(`Name one email address. ${USAGE}`);
  const env = parseEnv(await meet());
  const { upkeep, close } = await openInstallation(env);
  try {
    await migrate(upkeep);
    // The server sends what is written here.
    setUpMail(upkeep.em, mailSetup(env, { sessionKeys: [] }));
    return await act({ em: upkeep.em.fork(), email: email.output, askPassword });
  } finally {
    await close();
  }
};
