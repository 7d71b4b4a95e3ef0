import type { User } from '@sunloop/shared-types/ground/user.ts';
import { readStatus } from '@sunloop/engine/status.ts';
import { useStored } from '../../stored/use-stored.ts';
import { useOfflineReady } from './use-offline-ready.ts';

/** How things stand on this device, in a line. */
export function useDeviceSentence(role: User['role']): string {
  const status = useStored(readStatus);
  const works = useOfflineReady(role) ? 'Works without signal' : 'Does not work without signal yet';
  if (!status) return `${works}.`;
  const { waiting, rejected } = status;
  if (waiting + rejected === 0) return `${works}; everything is sent.`;
  const held = [
    waiting > 0 && `${waiting.toLocaleString()} waiting to be sent`,
    rejected > 0 && `${rejected.toLocaleString()} to fix`,
  ];
  return `${works}; ${held.filter(Boolean).join(', ')}.`;
}
