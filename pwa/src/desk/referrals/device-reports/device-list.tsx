import type { FieldDevice } from '@sunloop/shared-types/referrals/admin-device-reports.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LongList } from '../../../ui/long-list.tsx';
import { type DeviceActs, DeviceItem } from './device-item.tsx';

type Props = DeviceActs & { devices: readonly FieldDevice[] };

/** Devices with work still out there, the longest first. */
export function DeviceList({ devices, ...acts }: Props) {
  if (devices.length === 0) {
    return (
      <EmptyState
        icon="device"
        title="Nothing is waiting out there. If something waits on a device for long, you find it here."
      />
    );
  }
  return (
    <LongList label="Devices" items={devices} keyOf={({ id }) => id}>
      {(device) => <DeviceItem device={device} {...acts} />}
    </LongList>
  );
}
