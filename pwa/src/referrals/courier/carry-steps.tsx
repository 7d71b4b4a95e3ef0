import { useState } from 'react';
import { StorageFull } from '@sunloop/engine/data/storage/errors.ts';
import { type Carried, carry, lookAt, readCarried, refusalWords } from '@sunloop/engine/courier.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/layers/notices.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useUserDb } from '../../stored/user-db.ts';
import { DoneActions } from '../upload/done-actions.tsx';
import { OwnFileRefused } from '../upload/own-file-refused.tsx';
import { useStored } from '../../stored/use-stored.ts';

type Acts = { onBack: () => void; onClose: () => void };

/** A colleague's sealed file: taken to the server with what this person sends. */
export function CarrySteps({ text, ...acts }: Acts & { text: string }) {
  const seen = lookAt(text);
  const db = useUserDb();
  const [id, setId] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  if (typeof seen === 'string') {
    return (
      <OwnFileRefused title="This file cannot be delivered" onBack={acts.onBack}>
        {refusalWords(seen)}
      </OwnFileRefused>
    );
  }
  if (id !== undefined) return <CarriedFile id={id} count={seen} {...acts} />;
  const handleCarry = async () => {
    setSaving(true);
    try {
      setId(await carry(db, text, seen));
    } catch (error) {
      console.error('The file could not be taken:', error);
      const description = error instanceof StorageFull ? error.message : 'Please try again.';
      showToast({ title: 'Nothing was taken', description, variant: 'destructive' });
    }
    setSaving(false);
  };
  return (
    <>
      <p>
        A colleague handed over <strong>{countText(seen)}</strong>, sealed for our server. They stay
        theirs, and you cannot see who is in them.
      </p>
      <div className="form-actions">
        <Button variant="quiet" onPress={acts.onBack} isDisabled={isSaving}>
          Choose another file
        </Button>
        <Button variant="primary" onPress={() => void handleCarry()} isDisabled={isSaving}>
          {isSaving ? 'Saving...' : 'Take it to the server'}
        </Button>
      </div>
    </>
  );
}

const countText = (count: number) =>
  count === 1 ? '1 referral' : `${count.toLocaleString()} referrals`;

function CarriedFile({ id, count, onBack, onClose }: Acts & { id: string; count: number }) {
  const carried = useStored(readCarried, id);
  if (!carried) return <Spinner label="Looking what became of it" />;
  return (
    <>
      <Outcome carried={carried} count={count} />
      <DoneActions againLabel="Choose another file" onAgain={onBack} onClose={onClose} />
    </>
  );
}

function Outcome({ carried, count }: { carried: Carried; count: number }) {
  switch (carried.kind) {
    case 'waiting':
      return (
        <Banner tone="wait" icon="clock">
          Saved on this device. We’ll deliver it as soon as you’re online, even if you close the
          app.
        </Banner>
      );
    case 'delivered':
      return (
        <Banner tone="good" icon="check">
          {`Brought to our server: ${countText(count)}. Their owner’s phone is told what becomes of each. You can delete the file.`}
        </Banner>
      );
    case 'forgotten':
      return (
        <Banner tone="info" icon="clock">
          It does not wait here any more, and what became of it is no longer known here. You can
          open the file again: nothing is added twice.
        </Banner>
      );
    case 'refused':
      return (
        <Banner tone="bad" icon="alert">
          {`Not delivered. ${refusalWords(carried.why)}`}
        </Banner>
      );
  }
}
