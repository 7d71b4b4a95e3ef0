import { useEffect, useState } from 'react';
import { dropHandedFile, findHandedFile } from '@sunloop/engine/data/handed-file.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Says on the sign-in page that something was shared to the app, which any sign-in opens. */
export function HandedNotice() {
  const [name, setName] = useState<string>();
  useEffect(() => {
    findHandedFile().then(setName, (error: unknown) =>
      console.warn('What was shared could not be looked for:', error),
    );
  }, []);
  if (name === undefined) return null;
  const handleDrop = async () => {
    await dropHandedFile();
    setName(undefined);
  };
  return (
    <Banner
      tone="info"
      icon="upload"
      action={
        <Button variant="quiet" size="sm" onPress={() => void handleDrop()}>
          Discard
        </Button>
      }
    >
      <strong>‘{name}’ waits here.</strong> Sign in to open it. It is kept on this device for an
      hour.
    </Banner>
  );
}
