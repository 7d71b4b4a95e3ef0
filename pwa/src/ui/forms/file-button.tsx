import { useState } from 'react';
import { Button } from '../button.tsx';
import type { IconName } from '../icon.tsx';

type Props = {
  label: string;
  icon?: IconName;
  /** What is said while it is made. */
  busy?: string;
  onFile: () => Promise<void>;
};

/** Saves or prints what the server makes; one at a time. */
export function FileButton({ label, icon = 'download', busy = 'Writing...', onFile }: Props) {
  const [isBusy, setBusy] = useState(false);
  const handlePress = async () => {
    setBusy(true);
    await onFile().finally(() => setBusy(false));
  };
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={icon}
      isDisabled={isBusy}
      onPress={() => void handlePress()}
    >
      {isBusy ? busy : label}
    </Button>
  );
}

/** Prints a whole list, which the screen may hold only in part. */
export function PrintButton({ onPrint }: { onPrint: () => Promise<void> }) {
  return <FileButton label="Print" icon="file" busy="Reading..." onFile={onPrint} />;
}
