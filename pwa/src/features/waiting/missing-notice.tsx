import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { forgetMissing, isUnseen, readMissing } from '../../data/unsent-count.ts';
import type { UserDb } from '../../data/user-db.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Says that the browser deleted what waited here, until the person has taken note. */
export function MissingNotice({ db }: { db: UserDb }) {
  const [count, setCount] = useState(0);
  const isNew = useLiveQuery(() => isUnseen(db), [db]);
  useEffect(() => {
    if (isNew === undefined) return;
    readMissing(db).then(setCount, (error: unknown) =>
      console.warn('What is missing could not be read:', error),
    );
  }, [db, isNew]);
  if (count === 0) return null;
  const handlePress = () => {
    forgetMissing(db.userId);
    setCount(0);
  };
  return (
    <Banner
      tone="bad"
      icon="alert"
      action={
        <Button variant="quiet" size="sm" onPress={handlePress}>
          Understood
        </Button>
      }
    >
      <strong>
        {count === 1 ? '1 unsent item is' : `${count.toLocaleString()} unsent items are`} missing on
        this device.
      </strong>{' '}
      The browser cleared what Sunloop had stored. Please add again anyone missing from your list.
    </Banner>
  );
}
