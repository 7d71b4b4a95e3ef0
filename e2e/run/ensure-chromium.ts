import { spawnSync } from 'node:child_process';
import { findChromium, findShell } from '../fixtures/browser.ts';

/**
 * Installs Chromium if there is none: as root on Debian, Debian's, with the headless shell that saves CPU;
 * otherwise Playwright's.
 */
export function ensureChromium(): void {
  const hasShell = findShell() !== findChromium();
  if (hasShell && findChromium() !== undefined) return;
  const isDebianRoot = process.getuid?.() === 0 && run('apt-get', ['--version'], true);
  const isThere = findChromium() !== undefined;
  if (isDebianRoot) run('apt-get', ['update', '-q']);
  if (isDebianRoot && !hasShell) run('apt-get', ['install', '-qy', 'chromium-headless-shell']);
  const isInstalled =
    isThere ||
    (isDebianRoot
      ? run('apt-get', ['install', '-qy', 'chromium'])
      : run('playwright', ['install', 'chromium']));
  if (!isInstalled)
    console.error('Chromium could not be installed: set CHROMIUM_PATH to an installed one.');
}

/** Whether it ends well; what it says is shown only if not. */
function run(command: string, args: string[], isAsked = false): boolean {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0 && !isAsked) console.error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return status === 0;
}
