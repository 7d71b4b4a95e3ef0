import { spawnSync } from 'node:child_process';
import { findChromium, findShell } from '../fixtures/browser.ts';

/**
 * Installs Chromium if there is none: as root on Debian, Debian's, with the headless shell that saves CPU;
 * otherwise Playwright's.
 */
export function ensureChromium(): void {
  const hasShell = findShell() !== findChromium();
  if (hasShell && findChromium() !== undefined) return;
  const isDebianRoot = process.getuid?.() === 0 && run('apt-get', ['--version'], 'ignore');
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

function run(command: string, args: string[], stdio: 'inherit' | 'ignore' = 'inherit'): boolean {
  return spawnSync(command, args, { stdio }).status === 0;
}
