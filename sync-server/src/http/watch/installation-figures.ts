import { Gauge, Registry } from 'prom-client';

/** What the database knows of the whole installation; times in seconds. */
export interface InstallationFigures {
  readonly messagesWaiting: number;
  /** Of the message that has waited longest; 0 if none waits. */
  readonly longestWait: number;
  /** What waits for push services, and the devices that are told of news by them. */
  readonly noticesWaiting: number;
  readonly devicesTold: number;
  /** Sessions that called within the last day, and within the last 30 days. */
  readonly devicesOfDay: number;
  readonly devicesOfMonth: number;
  /** Devices that hold what has not arrived, those of them that are late, and those that have lost some. */
  readonly devicesOwing: number;
  readonly devicesLate: number;
  readonly devicesMissing: number;
  /** Absent if the server makes no backups by itself; infinite if it never did this step. */
  readonly backupAge: Readonly<Record<'saved' | 'verified' | 'copied', number>> | undefined;
}

/** Prometheus text for the whole installation, the same from each process; undefined: the database did not answer. */
export function describeInstallation(figures: InstallationFigures | undefined): Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, label?: string) =>
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
    });
  gauge(
    'database_answers',
    '1 if the database answered when it was asked for the figures below, else 0',
  ).set(figures ? 1 : 0);
  if (!figures) return registry.metrics();
  gauge('mail_messages_waiting', 'Messages that wait to be sent').set(figures.messagesWaiting);
  gauge('mail_longest_wait_seconds', 'How long the message that waits longest has waited').set(
    figures.longestWait,
  );
  gauge('push_messages_waiting', 'Notifications that wait to be handed to a push service').set(
    figures.noticesWaiting,
  );
  gauge('push_devices', 'Devices that are told of news by a notification').set(figures.devicesTold);
  const heard = gauge('devices_heard', 'Signed-in devices that called within that time', 'within');
  heard.set({ within: '1d' }, figures.devicesOfDay);
  heard.set({ within: '30d' }, figures.devicesOfMonth);
  const field = gauge(
    'devices_in_field',
    'Devices that hold referrals the server does not have, hold them too long, or have lost them',
    'state',
  );
  field.set({ state: 'waiting' }, figures.devicesOwing);
  field.set({ state: 'late' }, figures.devicesLate);
  field.set({ state: 'missing' }, figures.devicesMissing);
  const { backupAge } = figures;
  if (!backupAge) return registry.metrics();
  const age = gauge(
    'backup_age_seconds',
    'Time since a nightly backup was last saved, restored and compared (verified), copied; +Inf for never',
    'step',
  );
  for (const [step, seconds] of Object.entries(backupAge)) age.set({ step }, seconds);
  return registry.metrics();
}
