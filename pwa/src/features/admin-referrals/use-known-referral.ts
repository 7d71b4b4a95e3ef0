import { useCallback, useEffect, useState } from 'react';
import type { DeskClient } from './desk-client.ts';
import type { KnownReferral } from './desk-messages.ts';
import { useDeskState } from './use-desk-list.ts';

/** What this device has of a referral, live. */
export function useKnownReferral(client: DeskClient, id: string): KnownReferral | undefined {
  const { changes } = useDeskState(client);
  const [known, setKnown] = useState<KnownReferral>();
  const look = useCallback(() => {
    let isWanted = true;
    void client.ask({ kind: 'referral', id }).then((answer) => {
      if (isWanted) setKnown(answer);
    });
    return () => {
      isWanted = false;
    };
  }, [client, id]);
  // Asks again after every change.
  useEffect(look, [look, changes]);
  return known?.row.referral.id === id ? known : undefined;
}
