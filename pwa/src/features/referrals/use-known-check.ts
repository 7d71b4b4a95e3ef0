import { useState } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { findKnown, type KnownPerson } from './known-people.ts';

type Values = { email: string; phone: string };

/**
 * Looks among the person's own referrals before one is saved. `isNew` answers whether to go on and, where
 * not, `known` tells who was found until e-mail or phone change.
 */
export function useKnownCheck(db: UserDb, values: Values, except?: string) {
  const [found, setFound] = useState<{ of: string; known: KnownPerson[] } | null>(null);
  const of = JSON.stringify([values.email, values.phone]);
  const isNew = async (row: Values) => {
    const known = await findKnown(db, row, except).catch((error: unknown) => {
      // Looking is a courtesy; the server judges in any case.
      console.error('Own referrals could not be looked through:', error);
      return [];
    });
    setFound({ of, known });
    return known.length === 0;
  };
  return { known: found?.of === of ? found.known : [], isNew };
}
