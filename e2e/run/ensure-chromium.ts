import { spawnSync } from 'node:child_process';
import { findChromium } from '../fixtures/browser.ts';

/** Installs Chromium where there is none: Debian's as root on Debian, else the one Playwright brings. */
export function ensureChromium(): void {
  if (findChromium() !== undefined) return;
  const isDebianRoot = process.getuid?.() === 0 && run('apt-get', ['--version'], 'ignore');
  const isInstalled = isDebianRoot
    ? run('apt-get', ['update', '-q']) && run('apt-get', ['install', '-qy', 'chromium'])
    : run('playwright', ['install', 'chromium']);
  if (!isInstalled) console.error('Chromium could not be installed: set CHROMIUM_PATH to one.');
}

function run(command: string, args: string[], stdio: 'inherit' | 'ignore' = 'inherit'): boolean {
  return spawnSync(command, args, { stdio }).status === 0;
}
