import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { RejectedRow } from '@sunloop/engine/data/user-db.ts';
import { BulkUploadDialog } from '../referrals/upload/bulk-upload-dialog.tsx';
import type { FindKnown } from '../referrals/upload/use-known.ts';
import { EditRefused } from '../referrals/details/edit-refused.tsx';
import { findKnownOfAll, findSelf, type KnownPerson } from '../referrals/add/known-people.ts';
import { KnownPeopleNote } from '../referrals/add/known-people-notice.tsx';
import { OpenKnown } from '../referrals/add/open-known.tsx';
import type { ReferralsSearch } from './referrals-search.ts';
import { useUserDb } from '../stored/user-db.ts';

type Props = { upload: ReferralsSearch['upload'] };

/** The bulk upload over the list, and over both the dialog that corrects refused rows. */
export function BulkUpload({ upload }: Props) {
  const db = useUserDb();
  const navigate = useNavigate({ from: '/referrals' });
  const [edited, setEdited] = useState<RejectedRow | null>(null);
  const findKnown: FindKnown = useCallback(
    async (people, among) =>
      (await (among === 'self' ? findSelf(people) : findKnownOfAll(db, people))).map(noteOf),
    [db],
  );
  if (upload === undefined) return null;
  const go = (next: Partial<ReferralsSearch>) =>
    void navigate({
      search: ({ upload: _upload, ...now }) => ({ ...now, ...next }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <BulkUploadDialog
        place={upload === 1 ? 'new' : upload}
        onPlace={(place) => go({ upload: place === 'new' ? 1 : place })}
        findKnown={findKnown}
        onEdit={setEdited}
        renderKnown={(row) => <OpenKnown rejected={row} />}
        onShowRefused={() => go({ status: 'rejected' })}
        onClose={() => go({})}
      />
      <EditRefused edited={edited} onClose={() => setEdited(null)} />
    </>
  );
}

function noteOf(known: readonly KnownPerson[]) {
  if (known.length === 0) return undefined;
  const isRefused = known.some(({ isRefusedAgain }) => isRefusedAgain);
  return { isRefused, note: <KnownPeopleNote known={known} /> };
}
