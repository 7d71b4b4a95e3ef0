/** The device is full: nothing was saved, and what the person typed must stay on the screen. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';

  constructor(cause: unknown) {
    super('This device is full, so nothing was saved. Free some space and try again.', { cause });
  }
}

const LOST_CONNECTION = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError']);

const REFUSALS = new Set(['MissingAPIError', 'SecurityError']);

/** Whether iOS ended the IndexedDB connection in the background, which shows in these error names. */
export function isLostConnection(error: unknown): boolean {
  return namesOf(error).some((name) => LOST_CONNECTION.has(name));
}

/** Whether the browser lets pages store nothing, as in some private windows; retrying does not help. */
export function isStorageRefused(error: unknown): boolean {
  return namesOf(error).some((name) => REFUSALS.has(name));
}

export function isQuotaExceeded(error: unknown): boolean {
  return namesOf(error).includes('QuotaExceededError');
}

/** Names of an error and its causes, because Dexie may report a full disk as an AbortError. */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const inner = 'inner' in error ? namesOf(error.inner) : [];
  return [error.name, ...inner];
}
