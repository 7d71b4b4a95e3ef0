import { readReach } from '@sunloop/engine/data/sync-state.ts';
import { Banner } from '../../ui/banner.tsx';
import { useStored } from '../../stored/use-stored.ts';

/** Referrals wait for a connection by themselves; changes to the account do not. */
export function NeedsConnection() {
  const reach = useStored(readReach) ?? 'ok';
  if (reach === 'ok') return null;
  return (
    <Banner tone="wait" icon="cloudOff">
      Changes to your account need a connection. This is your data as of the last one.
    </Banner>
  );
}
