import { useState } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EditRejectedDialog } from './edit-rejected-dialog.tsx';
import { ReferralItem } from './referral-item.tsx';
import { useOwnReferrals } from './use-own-referrals.ts';
import './referral-list.css';

/** SPEC §2, Recent Referrals. */
const EMPTY_TEXT = 'No referrals yet. Share your link to start earning rewards!';
const NEVER_FETCHED_TEXT = 'Your referrals appear here once they have been fetched.';

type Props = { db: UserDb; limit?: number };

/** The person's own referrals: refused first, then what waits, then what the server has. */
export function ReferralList({ db, limit }: Props) {
  const own = useOwnReferrals(db);
  const [editedId, setEditedId] = useState<string | null>(null);
  if (!own) return <p className="muted">Loading your referrals...</p>;
  if (own.rows.length === 0) {
    return <EmptyState icon="people" title={own.wasFetched ? EMPTY_TEXT : NEVER_FETCHED_TEXT} />;
  }
  const edited = own.rows.find((row) => row.id === editedId);
  return (
    <>
      <ul className="referral-list">
        {own.rows.slice(0, limit).map((row) => (
          <li key={row.id}>
            <ReferralItem db={db} row={row} onEdit={() => setEditedId(row.id)} />
          </li>
        ))}
      </ul>
      {edited?.kind === 'rejected' && (
        <EditRejectedDialog
          key={edited.id}
          db={db}
          rejected={edited.rejected}
          onClose={() => setEditedId(null)}
        />
      )}
    </>
  );
}
