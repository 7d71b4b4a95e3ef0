#!/usr/local/bin/node
import type { Command } from './commands/command.ts';
import { meetInstallation } from './commands/meet-installation.ts';

// `sunloop COMMAND`: what an operator types (docs/run/commands.md). A command loads only what it needs.
const COMMANDS: Readonly<Record<string, () => Promise<{ run: Command }>>> = {
  admin: () => import('./commands/admin.ts'),
  backup: () => import('./commands/backup.ts'),
  doctor: () => import('./commands/doctor.ts'),
  migrate: () => import('./commands/migrate.ts'),
  restore: () => import('./commands/restore.ts'),
  'rotate-key': () => import('./commands/rotate-key.ts'),
};

const [name = '', ...words] = process.argv.slice(2);
try {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new Error(`Usage: sunloop ${Object.keys(COMMANDS).join('|')}`);
  const { run } = await load();
  process.stdout.write(`${await run(words, meetInstallation)}\n`);
} catch (error) {
  process.stderr.write(`Sunloop: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
