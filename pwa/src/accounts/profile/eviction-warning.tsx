import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { countLongUnsent } from '@sunloop/engine/waiting.ts';
import { Banner } from '../../ui/banner.tsx';
import { useStorageState } from './use-storage-state.ts';
import { useStored } from '../../stored/use-stored.ts';

/** Only after this long: what is sent in a moment is in no danger. */
const LONG_MS = DAY_MS;

/** Warns if the browser may delete what has waited for long, as Safari does after a week without a visit. */
export function EvictionWarning() {
  const { protection } = useStorageState();
  const count = useStored(countLongUnsent, LONG_MS);
  if (!count || protection !== 'not-yet') return null;
  return (
    <Banner tone="wait" icon="alert">
      {count === 1 ? '1 unsent item is' : `${count.toLocaleString()} unsent items are`} stored only
      in this browser, which may delete them when the device is full or not used for a week. Send
      them soon, or save them as a file.
    </Banner>
  );
}
