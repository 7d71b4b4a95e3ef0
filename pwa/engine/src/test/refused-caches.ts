import { vi } from 'vitest';

/** As in some private windows: the caches are there, and every use of them is refused. */
export function refuseCaches(): void {
  const refuse = () =>
    Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
  vi.stubGlobal('caches', { open: refuse, match: refuse, delete: refuse });
}
