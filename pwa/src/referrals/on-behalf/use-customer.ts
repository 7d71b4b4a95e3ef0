import { useEffect, useState } from 'react';
import { ApiError, isProblem } from '@sunloop/engine/api/problems.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { findCustomer, readTaken } from '@sunloop/engine/on-behalf.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

/** A customer for whom something was taken on this device or another one of the person's. */
export type KnownCustomer = { code: string; name: string };

const SHOWN = 4;

/** The last few customers the person took something for, newest first; undefined until that is read. */
export function useKnownCustomers(): readonly KnownCustomer[] | undefined {
  return useStored(readKnown);
}

async function readKnown(db: UserDb): Promise<KnownCustomer[]> {
  const { rows } = await readTaken(db);
  return [...new Map(rows.map((row) => [row.for, row.customer])).entries()]
    .slice(0, SHOWN)
    .map(([code, name]) => ({ code, name }));
}

/** Whose code it is: a name, why it is nobody's, or, while no server answers, neither. */
export type FoundCustomer = { code: string; name?: string; why?: string };

const WAIT_MS = 300;

/** Asks our server whose code it is; `known` tells it at once, and where nobody answers. */
export function useCustomer(
  code: string | undefined,
  known: readonly KnownCustomer[] = [],
): FoundCustomer | undefined {
  const db = useUserDb();
  const [found, setFound] = useState<FoundCustomer>();
  useEffect(() => {
    if (code === undefined) return undefined;
    const asking = new AbortController();
    const ask = async () => {
      try {
        setFound({ code, name: await findCustomer(db, code, asking.signal) });
      } catch (error) {
        if (asking.signal.aborted) return;
        if (!isProblem(error)) throw error;
        const isTold = error instanceof ApiError && error.status === 404;
        setFound(isTold ? { code, why: error.message } : { code });
      }
    };
    const timer = setTimeout(() => void ask(), WAIT_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [db, code]);
  const told = found?.code === code ? found : undefined;
  const name = told?.name ?? known.find((one) => one.code === code)?.name;
  return told && { ...told, ...(name !== undefined && !told.why && { name }) };
}
