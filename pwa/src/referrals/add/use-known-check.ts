import { useState } from 'react';
import { findKnown, type KnownPerson } from './known-people.ts';
import { useUserDb } from '../../stored/user-db.ts';

type Values = { email: string; phone: string | null };

const keyOf = ({ row, isRefusedAgain }: KnownPerson) =>
  JSON.stringify([row.id, row.name, row.email, row.phone, isRefusedAgain]);

/**
 * Checks the person's own referrals before one is saved. `isNew` returns whether to continue (`isKnownOk`: the person
 * agreed to those shown); if not, `known` lists who was found until email or phone change.
 */
export function useKnownCheck(values: Values, except?: string) {
  const db = useUserDb();
  const [found, setFound] = useState<{ of: string; known: KnownPerson[] } | null>(null);
  const of = JSON.stringify([values.email, values.phone]);
  const shown = found?.of === of ? found.known : [];
  const isNew = async (row: Values, { isKnownOk = false } = {}) => {
    const known = await findKnown(db, row, except).catch((error: unknown) => {
      // The check is a courtesy; the server decides in any case.
      console.error('Own referrals could not be looked through:', error);
      return [];
    });
    setFound({ of, known });
    // The person agreed only to those shown, as they were shown; others may have come since.
    const agreed = new Set(isKnownOk ? shown.map(keyOf) : []);
    return known.every((person) => agreed.has(keyOf(person)));
  };
  return { known: shown, isNew };
}
