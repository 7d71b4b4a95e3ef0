import { readEnv } from './env/env.ts';
import { writeDemoData } from './install/demo-data.ts';
import { runUntilSignal } from './start/run.ts';
import { startServer } from './start/server-process.ts';

/** `npm run demo`: the server on a separate data folder, with sample people, referrals and rewards. */
await runUntilSignal(async () => {
  const server = await startServer(
    { ...readEnv(), dataDir: '.demo', databaseUrl: undefined },
    { keepsMail: true },
  );
  const signIns = await writeDemoData(server.orm, new Date());
  const rights = await server.giveUpRoot();
  console.log(`\n  The Sunloop demo is ready: ${server.origin}\n`);
  for (const { role, email, password } of signIns) {
    console.log(`  ${role.padEnd(10)} ${email.padEnd(30)} ${password}`);
  }
  console.log(rights === undefined ? '' : `\n  ${rights}\n`);
  return server;
});
