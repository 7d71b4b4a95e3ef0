import { useState } from 'react';
import { Button } from '../button.tsx';

type Props = { label: string; onFile: () => Promise<void> };

/** Saves a file made by the server; one at a time. */
export function FileButton({ label, onFile }: Props) {
  const [isBusy, setBusy] = useState(false);
  const handlePress = async () => {
    setBusy(true);
    await onFile().finally(() => setBusy(false));
  };
  return (
    <Button
      variant="quiet"
      size="sm"
      icon="download"
      isDisabled={isBusy}
      onPress={() => void handlePress()}
    >
      {isBusy ? 'Writing...' : label}
    </Button>
  );
}
