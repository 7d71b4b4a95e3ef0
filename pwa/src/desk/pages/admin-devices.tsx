import {
  type FieldDevice,
  fieldDeviceRoutes,
} from '@sunloop/shared-types/referrals/admin-device-reports.ts';
import { DeviceList } from '../referrals/device-reports/device-list.tsx';
import { isolate } from '../../lib/isolate.ts';
import { Card } from '../../ui/card.tsx';
import { Reading } from '../../ui/reading.tsx';
import type { PanelProps } from './admin-panels.ts';
import { useDeskAct } from './use-desk-act.ts';
import { useDeskReading } from './use-desk-reading.ts';

/** Waiting on Devices: what people hold that has not arrived, and what was lost with a browser's data. */
export function DevicesPanel({ user }: PanelProps) {
  const devices = useDeskReading(fieldDeviceRoutes.fieldDevices);
  const acts = useDeviceActs();
  return (
    <Card title="Not received yet">
      <p className="muted">
        Devices that told us of referrals we have not received. They tell how many and since when,
        never whom.
      </p>
      <Reading of={devices} what="The devices" lines={6}>
        {(all) => <DeviceList devices={all} hasMail={user.hasMail === true} {...acts} />}
      </Reading>
    </Card>
  );
}

function useDeviceActs() {
  const act = useDeskAct();
  return {
    onWrite: ({ id, username }: FieldDevice) => {
      const description = `${isolate(username)} gets it by mail, at most once a day.`;
      const done = { title: 'Reminder sent', description };
      return act({ failed: 'Not sent', done }, (write) =>
        write(fieldDeviceRoutes.writeToDevice, { params: { id } }),
      );
    },
    onDrop: ({ id }: FieldDevice) =>
      act({ failed: 'Update Failed' }, (write) =>
        write(fieldDeviceRoutes.dropDevice, { params: { id } }),
      ),
  };
}
