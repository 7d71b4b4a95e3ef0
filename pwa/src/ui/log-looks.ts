import type { Tone } from './badge.tsx';
import type { IconName } from './icon.tsx';

interface Look {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly title: string;
}

/** Icon and text of each event that this device logs about a row. */
export const LOG_LOOKS = {
  tried: { icon: 'sync', tone: 'wait', title: 'Could not be sent yet' },
  sent: { icon: 'check', tone: 'good', title: 'Sent' },
  refused: { icon: 'alert', tone: 'bad', title: 'Needs a fix' },
  edited: { icon: 'edit', tone: 'plain', title: 'You changed it' },
  removed: { icon: 'trash', tone: 'plain', title: 'You removed it' },
  restored: { icon: 'sync', tone: 'plain', title: 'You put it back' },
  lost: { icon: 'sync', tone: 'wait', title: 'Lost by the office, sending again' },
} as const satisfies Record<string, Look>;
