import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { FilePerson } from '@sunloop/engine/data/file-person.ts';

/** Whom the person may already have. */
export interface KnownNote {
  /** Whether the server would refuse somebody with the same email. */
  isRefused: boolean;
  note: ReactNode;
}

/**
 * A note for each who may be known, in the same order: among the person's own referrals, or only (`self`) the person
 * themselves.
 */
export type FindKnown = (
  people: readonly FilePerson[],
  among: 'all' | 'self',
) => Promise<(KnownNote | undefined)[]>;

/** Of fifty thousand, `JSON.stringify` would take a tenth of a second. */
const keyOf = ({ email, phone }: FilePerson) => `${email}\n${phone ?? ''}`;
/** Nobody is looked for while they are being typed. Milliseconds. */
const LOOK_AFTER_MS = 200;

/** What is known of people, who are tidy; of nobody anything without a way to find it. */
export function useKnown(
  people: readonly FilePerson[],
  { findKnown, among }: { findKnown?: FindKnown; among?: 'all' | 'self' } = {},
) {
  const [known, setKnown] = useState<ReadonlyMap<string, KnownNote | null>>(new Map());
  const asked = useMemo(
    () => (findKnown ? people.filter((person) => !known.has(keyOf(person))) : []),
    [people, known, findKnown],
  );
  useEffect(() => {
    if (!findKnown || asked.length === 0) return undefined;
    const look = async () => {
      const notes = await findKnown(asked, among ?? 'all').catch((error: unknown) => {
        // The check is a courtesy; the server decides in any case.
        console.error('Own referrals could not be looked through:', error);
        return [];
      });
      setKnown(
        (now) =>
          new Map([...now, ...asked.map((one, at) => [keyOf(one), notes[at] ?? null] as const)]),
      );
    };
    const timer = setTimeout(() => void look(), known.size === 0 ? 0 : LOOK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [asked, known, findKnown, among]);
  const noteOf = useCallback(
    (person: FilePerson) => known.get(keyOf(person)) ?? undefined,
    [known],
  );
  return { noteOf, isReady: asked.length === 0 };
}
