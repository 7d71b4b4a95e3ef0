import { vi } from 'vitest';

type Operation = 'put' | 'add' | 'delete' | 'clear' | 'get' | 'openCursor' | 'getAll';

interface Failing {
  /** Names of IndexedDB errors: `QuotaExceededError`, `UnknownError`, `AbortError`. */
  error: string;
  /** Only these stores; all of them if absent. */
  stores?: readonly string[];
  operations?: readonly Operation[];
  /** How many operations fail; all of them if absent. */
  times?: number;
}

const WRITES = ['put', 'add'] as const;

/** Makes IndexedDB fail as on phones; returns how to repair it. */
export function failStorage({ error, stores, operations = WRITES, times }: Failing): () => void {
  let left = times ?? Number.POSITIVE_INFINITY;
  const spies = operations.map((operation) => {
    const { prototype } = IDBObjectStore;
    const real = prototype[operation] as (...input: unknown[]) => IDBRequest;
    return vi.spyOn(prototype, operation).mockImplementation(function failing(
      this: IDBObjectStore,
      ...input: unknown[]
    ): never {
      const isMeant = stores?.includes(this.name) ?? true;
      if (!isMeant || left <= 0) return real.apply(this, input) as never;
      left -= 1;
      throw new DOMException(`${operation} failed for the test`, error);
    });
  });
  return () => spies.forEach((spy) => spy.mockRestore());
}
