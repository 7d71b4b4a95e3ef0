import { useState } from 'react';
import { deleteDatabase } from '@sunloop/engine/data/delete-database.ts';
import { DEVICE_DB_NAME } from '@sunloop/engine/data/has-device-db.ts';
import { readNoted } from '@sunloop/engine/data/unsent-count.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { showToast } from '../../ui/layers/notices.ts';

/** The last resort when the browser can no longer read a database; asks first, and says what would be lost. */
export function StartAnew({ database }: { database: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onPress={() => setAsking(true)}>
        Start over on this device
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Start over on this device?"
          confirmLabel="Delete and start over"
          busyLabel="Deleting..."
          variant="danger"
          onConfirm={() => startAnew(database)}
          onClose={() => setAsking(false)}
          onDone={() => window.location.reload()}
        >
          <p>{lossOf(database)}</p>
          <p>What our server has comes back by itself.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function lossOf(database: string): string {
  if (database === DEVICE_DB_NAME) {
    return 'You would have to sign in again. Your referrals waiting here to be sent stay.';
  }
  const count = readNoted(database);
  if (count === 0) return 'As far as Sunloop knows, nothing waits here to be sent.';
  const lost = count === 1 ? '1 item' : `${count.toLocaleString()} items`;
  return `${lost} that may not have been sent yet would be lost for good.`;
}

async function startAnew(database: string): Promise<SaveOutcome> {
  try {
    await deleteDatabase(database, () => tell('Close the other tabs of Sunloop to continue.'));
    return { isSaved: true };
  } catch (error) {
    const message = 'Clear the data of this site in your browser settings.';
    console.error('The storage could not be deleted:', error);
    tell(message);
    return { isSaved: false, code: null, message, fields: {} };
  }
}

const tell = (description: string) =>
  showToast({ title: 'Not deleted yet', description, variant: 'destructive' });
