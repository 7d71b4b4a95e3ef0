/** The device is full: nothing was saved, and what the person typed must stay on the screen. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';

  constructor(cause: unknown) {
    super('This device is full, so nothing was saved. Free some space and try again.', { cause });
  }
}

const LOST_CONNECTION = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError']);

const REFUSALS = new Set(['MissingAPIError', 'SecurityError']);

/** iOS ends IndexedDB connections in the background; it shows by these names. */
export function isLostConnection(error: unknown): boolean {
  return namesOf(error).some((name) => LOST_CONNECTION.has(name));
}

/** The browser lets no page store anything here, as in some private windows; trying again does not help. */
export function isStorageRefused(error: unknown): boolean {
  return namesOf(error).some((name) => REFUSALS.has(name));
}

export function isQuotaExceeded(error: unknown): boolean {
  return namesOf(error).includes('QuotaExceededError');
}

/** Dexie wraps errors: a full disk may arrive as an AbortError with the cause inside. */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const inner = 'inner' in error ? namesOf(error.inner) : [];
  return [error.name, ...inner];
}
