import { useState } from 'react';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import {
  CannotSeal,
  countToHandOver,
  handOver,
  NoSealingKey,
  noteHandedOver,
} from '@sunloop/engine/courier.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/layers/notices.ts';
import { shareOrSaveText } from '../../ui/share-or-save-text.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

/** Seals what waits for a colleague to carry to the server; nothing while no referral waits. Works without signal. */
export function HandOverButton() {
  const db = useUserDb();
  const count = useStored(countToHandOver) ?? 0;
  const [isSealing, setSealing] = useState(false);
  const handlePress = async () => {
    setSealing(true);
    await tryToHandOver(db);
    setSealing(false);
  };
  if (count === 0) return null;
  return (
    <Button variant="quiet" icon="share" isDisabled={isSealing} onPress={() => void handlePress()}>
      {isSealing ? 'Sealing...' : 'Hand over to a colleague'}
    </Button>
  );
}

async function tryToHandOver(db: UserDb): Promise<void> {
  try {
    const handed = await handOver(db);
    const name = `sunloop-${new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)}.sunloop`;
    if (!(await shareOrSaveText(name, handed.text))) return;
    await noteHandedOver(db, handed);
    const what = handed.count === 1 ? '1 referral' : `${handed.count.toLocaleString()} referrals`;
    showToast({
      title: `${what} saved for your colleague`,
      description:
        'Nobody on the way can read or change them. They wait here, too, until our server has answered.',
    });
  } catch (error) {
    console.error('Nothing could be handed over:', error);
    showToast({ title: 'Nothing handed over', description: whyNot(error), variant: 'destructive' });
  }
}

function whyNot(error: unknown): string {
  if (error instanceof CannotSeal) {
    return 'This browser is too old to seal files. Save a file instead.';
  }
  if (error instanceof NoSealingKey) {
    return 'This device has to be online once before it can hand over. Until then, save a file.';
  }
  return 'Please try again, or save a file instead.';
}
