import { fieldDeviceRoutes as table } from '@sunloop/shared-types/referrals/admin-device-reports.ts';
import { deviceReportRoutes } from '@sunloop/shared-types/referrals/device-reports.ts';
import { reply, type Bindings } from '../../http/calls/bind-route.ts';
import { findDevice, rememberDevice } from '../../http/session/device.ts';
import { storeReport } from './report.ts';
import { dropDevice, findFieldDevices, writeToDevice } from './service.ts';

/** What devices tell of themselves, and what the office sees of it. */
export function deviceRoutes(bindings: Bindings): void {
  bindings.bind(deviceReportRoutes.reportDevice, async ({ ctx, actor, body }) => {
    const { userId, userAgent } = actor;
    const device = findDevice(ctx)?.id ?? rememberDevice(ctx, userId);
    await storeReport(ctx.state.sharedEm, { userId, device, userAgent }, body);
    return reply(204, undefined);
  });

  bindings.bind(table.fieldDevices, async ({ ctx }) => {
    return reply(200, await findFieldDevices(ctx.state.em));
  });

  bindings.bind(table.writeToDevice, async ({ ctx, actor, params: { id } }) => {
    await writeToDevice(ctx.state.em, actor, id);
    return reply(204, undefined);
  });

  bindings.bind(table.dropDevice, async ({ ctx, actor, params: { id } }) => {
    await dropDevice(ctx.state.em, actor, id);
    return reply(204, undefined);
  });
}
