import { readEnv } from './env.ts';
import { runUntilSignal } from './run.ts';
import { startServer } from './server-process.ts';

await runUntilSignal(async () => {
  const server = await startServer(readEnv());
  const rights = await server.giveUpRoot();
  console.log(`\n  Sunloop is ready: ${server.origin}\n`);
  if (rights !== undefined) console.log(`  ${rights}\n`);
  if (server.firstAdmin) {
    const { email, password, passwordFile } = server.firstAdmin;
    console.log(`  First sign-in: ${email}`);
    if (password !== undefined)
      console.log(`  Password:      ${password}  (kept in ${passwordFile})\n`);
  }
  return server;
});
