import type { User } from '@sunloop/shared-types/ground/user.ts';
import { readStatus } from '@sunloop/engine/status.ts';
import { useStored } from '../../stored/use-stored.ts';
import { useOfflineReady } from './use-offline-ready.ts';

/** 'nothing waiting', '2 waiting, 1 to fix' */
export const waitingWords = (waiting: number, refused: number) =>
  `${waiting === 0 ? 'nothing' : waiting.toLocaleString()} waiting${refused > 0 ? `, ${refused.toLocaleString()} to fix` : ''}`;

/** How things stand on this device, in a line. */
export function useDeviceSentence(role: User['role']): string {
  const status = useStored(readStatus);
  const works = useOfflineReady(role)
    ? 'Works without signal'
    : `Does not work without signal${navigator.serviceWorker ? ' yet' : ' in this window'}`;
  return status ? `${works}; ${waitingWords(status.waiting, status.rejected)}.` : `${works}.`;
}
