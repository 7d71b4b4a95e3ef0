import { vi } from 'vitest';

type StoreOperation =
  | 'put'
  | 'add'
  | 'delete'
  | 'clear'
  | 'get'
  | 'getAll'
  | 'getAllKeys'
  | 'count'
  | 'openCursor'
  | 'openKeyCursor';

export interface Failing {
  /** Names of IndexedDB errors: `QuotaExceededError`, `UnknownError`, `AbortError`. */
  error: string;
  /** Only these stores; all of them if absent. */
  stores?: readonly string[];
  /** `open` is that of databases. */
  operations?: readonly (StoreOperation | 'open')[];
  /** How many operations fail; all of them if absent. */
  times?: number;
  /** The operations succeed, and then their transaction is given up with an `AbortError`. */
  isAtCommit?: boolean;
}

const WRITES = ['put', 'add'] as const;

/** Makes IndexedDB fail as on phones; returns how to repair it. */
export function failStorage({
  error,
  stores,
  operations = WRITES,
  times = Number.POSITIVE_INFINITY,
  isAtCommit = false,
}: Failing): () => void {
  let left = times;
  const takesTurn = (store: string) => {
    const isMeant = left > 0 && (stores?.includes(store) ?? true);
    if (isMeant) left -= 1;
    return isMeant;
  };
  const fail = (operation: string): never => {
    throw new DOMException(`${operation} failed for the test`, error);
  };
  const spies = operations.map((operation) => {
    if (operation === 'open') {
      const open = indexedDB.open.bind(indexedDB);
      const opening = vi.spyOn(indexedDB, 'open');
      return opening.mockImplementation((...input) =>
        left-- > 0 ? fail(operation) : open(...input),
      );
    }
    const { prototype } = IDBObjectStore;
    const real = prototype[operation] as (...input: unknown[]) => IDBRequest;
    return vi.spyOn(prototype, operation).mockImplementation(function failing(
      this: IDBObjectStore,
      ...input: unknown[]
    ): never {
      const isFailing = takesTurn(this.name);
      if (isFailing && !isAtCommit) fail(operation);
      const request = real.apply(this, input);
      if (isFailing) request.addEventListener('success', () => request.transaction?.abort());
      return request as never;
    });
  });
  return () => spies.forEach((spy) => spy.mockRestore());
}
