/**
 * `npm run proof guide-walk -- --proxy nginx`: the guides of docs/run word by word in an empty Debian 12 under systemd: each
 * block of the way as it stands, with what the text between says to set. Also `--proxy caddy`, and `--base FILE`, an archive
 * of an empty Debian that is kept for the next time. Root, mmdebstrap and systemd-container are needed.
 */
import { parseArgs } from 'node:util';
import { startMachine } from './walk/machine.ts';
import {
  install,
  putProxyInFront,
  trySignIn,
  upgradeAndGoBack,
  useCommands,
  useOwnDatabase,
} from './walk/steps.ts';

const { values: given } = parseArgs({
  options: {
    proxy: { type: 'string', default: 'nginx' },
    base: { type: 'string', default: '/var/tmp/sunloop-walk.tar' },
  },
});

const machine = await startMachine(given.base);
try {
  await install(machine);
  await putProxyInFront(machine, given.proxy);
  await trySignIn(machine);
  await useCommands(machine);
  await upgradeAndGoBack(machine);
  await useOwnDatabase(machine);
  console.log(`walked with ${given.proxy}`);
} finally {
  await machine.stop();
}
