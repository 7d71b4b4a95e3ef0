import { flushCompileCache } from 'node:module';

/**
 * Ends the process at once, with its exit code. Node would first tidy its memory and wait for its threads, which takes
 * seconds on a busy machine, and for ever where one compiles code just then (its issue 54918): so a shell that only ends takes
 * its place. That is Node's `process.execve`; Windows has none.
 */
export function endProcess(code = process.exitCode): never {
  process.once('exit', (exitCode) => {
    // A profile is written by Node's own end.
    if (process.platform === 'win32' || process.env['NODE_OPTIONS']?.includes('-prof')) return;
    flushCompileCache();
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${exitCode}`], {});
  });
  process.exit(code);
}
