import { useEffect, useState } from 'react';
import { dropHandedFile, findHandedFile } from '@sunloop/engine/data/handed-file.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

type Props = {
  /** Whether whoever is here has just shared something. */
  wasShared?: boolean;
};

/** Says on the sign-in page that something was shared to the app, which any sign-in opens, or that it did not arrive. */
export function HandedNotice({ wasShared = false }: Props) {
  const [name, setName] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    findHandedFile().then(
      (found) => {
        setName(found);
        setMissing(wasShared && found === undefined);
      },
      (error: unknown) => console.warn('What was shared could not be looked for:', error),
    );
  }, [wasShared]);
  if (isMissing) {
    return (
      <Banner tone="wait" icon="alert">
        <strong>Nothing arrived.</strong> Sign in, then share it again.
      </Banner>
    );
  }
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
