import { countLongUnsent } from '@sunloop/engine/waiting.ts';
import { Banner } from '../../ui/banner.tsx';
import { useStorageState } from './use-storage-state.ts';
import { useStored } from '../../stored/use-stored.ts';

/** Warns if the browser may delete what has waited for `longMs`, as Safari does after a week without a visit. */
export function EvictionWarning({ longMs }: { longMs: number }) {
  const { protection } = useStorageState();
  const count = useStored(countLongUnsent, longMs);
  // Undefined until the browser has been asked; one that does not say may well delete it.
  if (!count || protection === undefined || protection === 'protected') return null;
  return (
    <Banner tone="wait" icon="alert">
      {count === 1 ? '1 unsent item is' : `${count.toLocaleString()} unsent items are`} stored only
      in this browser, which may delete them when the device is full or not used for a week. Send
      them soon, or save them as a file.
    </Banner>
  );
}
