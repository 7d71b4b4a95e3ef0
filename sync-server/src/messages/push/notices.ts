import type { SwitchableKind } from '@sunloop/shared-types/messages/mail.ts';

/** How a locked screen tells a kind of message: no name, no amount. */
interface Words {
  readonly title: string;
  readonly body: string;
  /** What is said and opened instead if there are several. */
  readonly several?: { readonly title: string; readonly path: string };
  /** RFC 8030: what may wait until the device is charged is `low`. */
  readonly urgency: 'low' | 'normal';
}

export const NOTICES: Readonly<Record<SwitchableKind, Words>> = {
  friend_moved: {
    title: 'News about one of your referrals',
    body: 'Open it to see how things stand.',
    several: { title: 'News about your referrals', path: '/referrals' },
    urgency: 'normal',
  },
  reward_earned: {
    title: 'You earned a reward',
    body: 'One of your referrals is installed.',
    several: { title: 'You earned rewards', path: '/rewards' },
    urgency: 'normal',
  },
  reward_paid: {
    title: 'We paid you',
    body: 'Open it to see what for.',
    urgency: 'normal',
  },
  achievement: {
    title: 'You earned an achievement',
    body: 'Open it to see which.',
    urgency: 'low',
  },
  quote_arrived: {
    title: 'New quote request',
    body: 'Somebody waits for a call.',
    urgency: 'normal',
  },
  daily_summary: {
    title: 'Work waits at the desk',
    body: 'Open it to see what.',
    urgency: 'low',
  },
};
