import type { Upload } from '@sunloop/engine/save.ts';
import type { Count } from '../../ui/tally.tsx';

/** What came of its rows so far. */
export function countsOf({ sent, alreadyThere, waiting, refused }: Upload): Count[] {
  return [
    { label: 'Sent', count: sent, tone: sent > 0 ? 'good' : 'plain' },
    { label: 'Already there', count: alreadyThere, tone: alreadyThere > 0 ? 'info' : 'plain' },
    { label: 'Waiting to send', count: waiting, tone: waiting > 0 ? 'wait' : 'plain' },
    { label: 'Needs a fix', count: refused.length, tone: refused.length > 0 ? 'bad' : 'plain' },
  ];
}

/** The state of an upload in a line. */
export function headlineOf({ total, sent, alreadyThere, waiting }: Upload): string {
  if (waiting > 0) return 'Saved on this device';
  if (total > 0 && alreadyThere === total) return 'Nothing new in this file';
  return sent + alreadyThere > 0 ? 'Upload complete' : 'Nobody could be added';
}
