/** Runs a command with its arguments and says what it did, or why not in one line, with exit code 1. */
export async function runCommand(
  command: (given: readonly string[]) => Promise<string>,
): Promise<void> {
  try {
    process.stdout.write(`${await command(process.argv.slice(2))}\n`);
  } catch (error) {
    process.stderr.write(`Sunloop: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
