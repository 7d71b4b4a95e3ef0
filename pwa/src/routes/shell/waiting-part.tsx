import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { useState } from 'react';
import { EditUnsentDialog } from '../../referrals/details/edit-unsent-dialog.tsx';
import { EvictionWarning } from '../../accounts/profile/eviction-warning.tsx';
import { installWay, lookAround } from '../../ground/install/install-way.ts';
import { WaitingDialog } from '../../referrals/waiting/waiting-dialog.tsx';
import { WaitingList } from '../../referrals/waiting/waiting-list.tsx';

type Props = { onClose: () => void };

/** What is sent in a moment is in no danger; but after seven days Safari's tab need not hold what could be warned of. */
const longMs = () => (installWay(lookAround(false)) === 'ios' ? 0 : DAY_MS);

/** What waits, shown over the page; while a row is edited, its form replaces the list. */
export function WaitingPart({ onClose }: Props) {
  const [edited, setEdited] = useState<PushRow | null>(null);
  if (edited) return <EditUnsentDialog row={edited} onClose={() => setEdited(null)} />;
  return (
    <WaitingDialog onClose={onClose}>
      <EvictionWarning longMs={longMs()} />
      <WaitingList onEdit={setEdited} />
    </WaitingDialog>
  );
}
