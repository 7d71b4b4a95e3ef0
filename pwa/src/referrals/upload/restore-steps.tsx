import { useMemo, useState } from 'react';
import { StorageFull } from '@sunloop/engine/data/storage/errors.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import type { CsvRecord } from '@sunloop/engine/lib/parse-csv.ts';
import {
  isOwnFile,
  readUnsentFile,
  type Restored,
  restoreFile,
  type UnsentFile,
} from '@sunloop/engine/restore.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/layers/notices.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { type Count, Tally } from '../../ui/tally.tsx';
import { DoneActions } from './done-actions.tsx';
import { OwnFileRefused } from './own-file-refused.tsx';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

type Acts = { onBack: () => void; onClose: () => void };

/** A file that somebody saved before: looked at, and brought back if it is theirs and whole. */
export function RestoreSteps({ records, ...acts }: Acts & { records: readonly CsvRecord[] }) {
  const file = useMemo(() => readUnsentFile(records), [records]);
  const isOwn = useStored(isWholeAndOwn, file);
  if (file.kind === 'damaged') {
    return (
      <OwnFileRefused title="This file is damaged" onBack={acts.onBack}>
        {`${file.readable.toLocaleString()} of its ${file.total.toLocaleString()} referrals could be read. Nothing was taken from it; please choose another copy.`}
      </OwnFileRefused>
    );
  }
  if (isOwn === undefined) return <Spinner label="Reading the file" />;
  if (!isOwn) {
    return (
      <OwnFileRefused title="This file is another person’s" onBack={acts.onBack}>
        Only the person who saved it can open it, signed in with their own account.
      </OwnFileRefused>
    );
  }
  return <BringBack file={file} {...acts} />;
}

async function isWholeAndOwn(db: UserDb, file: ReturnType<typeof readUnsentFile>) {
  return file.kind === 'whole' && isOwnFile(db, file);
}

function BringBack({ file, onBack, onClose }: Acts & { file: UnsentFile }) {
  const db = useUserDb();
  const [isSaving, setSaving] = useState(false);
  const [restored, setRestored] = useState<Restored>();
  const handleRestore = async () => {
    setSaving(true);
    try {
      setRestored(await restoreFile(db, file));
    } catch (error) {
      console.error('The file could not be brought back:', error);
      const description = error instanceof StorageFull ? error.message : 'Please try again.';
      showToast({ title: 'Nothing was brought back', description, variant: 'destructive' });
    }
    setSaving(false);
  };
  if (restored) return <BroughtBack restored={restored} onBack={onBack} onClose={onClose} />;
  return (
    <>
      <p>You saved this file when these had not been sent. It can be brought back here.</p>
      <Tally counts={countsOf(file)} />
      <p className="muted">What our server has already is not added a second time.</p>
      <div className="form-actions">
        <Button variant="quiet" onPress={onBack} isDisabled={isSaving}>
          Choose another file
        </Button>
        <Button variant="primary" onPress={() => void handleRestore()} isDisabled={isSaving}>
          {isSaving ? 'Saving...' : 'Bring it back'}
        </Button>
      </div>
    </>
  );
}

function countsOf({ rows, others, refused, conflicts }: UnsentFile): Count[] {
  return [
    { label: 'To send', count: rows.length + others.length, tone: 'wait' },
    { label: 'Needs a fix', count: refused.length, tone: refused.length > 0 ? 'bad' : 'plain' },
    ...(conflicts.length > 0 ? [toAnswer(conflicts.length)] : []),
  ];
}

const toAnswer = (count: number): Count => ({ label: 'To answer', count, tone: 'wait' });

function BroughtBack({ restored, onBack, onClose }: Omit<Acts, 'db'> & { restored: Restored }) {
  const { queued, refused, conflicts, alreadyThere } = restored;
  const isNew = queued + refused + conflicts > 0;
  return (
    <>
      <Banner tone="good" icon="check" title={isNew ? 'Brought back' : 'Nothing new in this file'}>
        {queued > 0 && ' It is saved on this device and sent as soon as you’re online.'}
        {refused > 0 && ' What needs a fix is in My Referrals.'}
        {conflicts > 0 && ' What needs your answer is in Status Management.'}
      </Banner>
      <Tally
        counts={[
          { label: 'Brought back to send', count: queued, tone: queued > 0 ? 'good' : 'plain' },
          { label: 'Already there', count: alreadyThere, tone: 'plain' },
          { label: 'Needs a fix', count: refused, tone: refused > 0 ? 'bad' : 'plain' },
          ...(conflicts > 0 ? [toAnswer(conflicts)] : []),
        ]}
      />
      <DoneActions againLabel="Choose another file" onAgain={onBack} onClose={onClose} />
    </>
  );
}
