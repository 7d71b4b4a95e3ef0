import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../ui/layers/lazy-part.ts';
import { useAskAgain } from '../ask-again.ts';

const ProofDialog = lazyPart(
  () => import('../../accounts/session/proof-dialog.tsx'),
  'ProofDialog',
);

/** Asks the person again who they are while a call waits for it. */
export function AskAgainPart({ user }: { user: CurrentUser }) {
  const settle = useAskAgain((asking) => asking.settle);
  // Nobody answers any more once the page is left.
  useEffect(() => () => useAskAgain.getState().settle?.(false), []);
  if (!settle) return null;
  return (
    <Suspense>
      <ProofDialog user={user} onClose={settle} />
    </Suspense>
  );
}
