import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Makes this process and all it starts put their temporary files into one new folder, which it returns: whoever removes
 * that at the end leaves nothing behind, whatever was killed.
 */
export function useOwnTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sunloop-run-'));
  // The database's own account must reach it when the tests run as root.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return folder;
}
