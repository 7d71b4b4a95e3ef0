import { useEffect, useEffectEvent, useState } from 'react';
import { findKnown, findSelf, type KnownPerson } from './known-people.ts';
import { useUserDb } from '../../stored/user-db.ts';

type Values = { email: string; phone: string | null };

/** Who was found for what was typed, and how often saving was stopped for them. */
type Found = { of: string; known: readonly KnownPerson[]; asks: number };
const NOBODY = { known: [], asks: 0 } satisfies Partial<Found>;

/** Typing rests this long before it is looked through. */
const REST_MS = 250;

const keyOf = ({ row, isRefusedAgain }: KnownPerson) =>
  JSON.stringify([row?.id, row?.name, row?.email, row?.phone, isRefusedAgain]);

type Options = {
  /** The row being corrected. */
  except?: string;
  /** Taken for a customer: whom they have referred, only our server knows. */
  isForOther: boolean;
};

/**
 * Checks the person's own referrals, and their own phone, while one is typed and before it is saved. `isNew` returns whether to continue
 * (`isKnownOk`: the person agreed to those shown); if not, `asks` counts up. `known` lists who was found until email or
 * phone change.
 */
export function useKnownCheck(values: Values, { except, isForOther }: Options) {
  const db = useUserDb();
  const [found, setFound] = useState<Found | null>(null);
  const of = JSON.stringify([values.email, values.phone, isForOther]);
  const { known: shown, asks } = found?.of === of ? found : NOBODY;
  const find = async (row: Values) =>
    isForOther ? ((await findSelf([row]))[0] ?? []) : findKnown(db, row, except);
  const look = async (row: Values): Promise<readonly KnownPerson[]> => {
    try {
      // The form itself refuses one's own email.
      return (await find(row)).filter((known) => known.row ?? !known.isRefusedAgain);
    } catch (error) {
      // The check is a courtesy; the server decides in any case.
      console.error('Own referrals could not be looked through:', error);
      return [];
    }
  };
  const lookTyped = useEffectEvent(async (typed: string) => {
    const known = await look(values);
    setFound((before) => (before?.of === typed ? before : { of: typed, known, asks: 0 }));
  });
  useEffect(() => {
    const timer = setTimeout(() => void lookTyped(of), REST_MS);
    return () => clearTimeout(timer);
  }, [of]);
  const isNew = async (row: Values, { isKnownOk = false } = {}) => {
    const known = await look(row);
    setFound({ of, known, asks: asks + 1 });
    // The person agreed only to those shown, as they were shown; others may have come since.
    const agreed = new Set(isKnownOk ? shown.map(keyOf) : []);
    return known.every((person) => agreed.has(keyOf(person)));
  };
  return { known: shown, asks, isNew };
}
