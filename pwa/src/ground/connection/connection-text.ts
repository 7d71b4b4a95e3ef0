import type { ConnectionState } from '@sunloop/engine/status.ts';
import type { Storing } from '../../lib/storing.ts';
import type { Tone } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';

/** Icon, tone and text of one state; `next` is what the person can expect or do. */
export type ConnectionText = { icon: IconName; tone: Tone; label: string; next: string };

/** Not only referrals wait: an admin's changes do, and colleagues' files with many in each. */
const items = (count: number) => (count === 1 ? '1 item' : `${count} items`);
const waiting = (count: number) =>
  count === 0
    ? 'Nothing is waiting to be sent.'
    : `${items(count)} saved on this device, not sent yet.`;

/** Texts for the state of the connection (DESIGN, Data flow); `storing` while the app is not stored here yet. */
export function connectionText(
  { kind, count }: ConnectionState,
  storing?: Storing | null,
): ConnectionText {
  switch (kind) {
    case 'all-sent':
      if (storing) {
        return {
          icon: 'download',
          tone: 'info',
          label: `Getting ready for offline, ${storing.stored} of ${storing.of}`,
          next: 'Sunloop is being stored on this device, so that it opens here without signal, too.',
        };
      }
      return { icon: 'check', tone: 'good', label: 'All sent', next: waiting(0) };
    case 'refused':
      return {
        icon: 'alert',
        tone: 'bad',
        label: 'Needs a fix',
        next: 'Everything was sent, but something needs a fix.',
      };
    case 'behind':
      return {
        icon: 'sync',
        tone: 'wait',
        label: 'Not up to date',
        next: `${waiting(0)} What you see could not be refreshed and may be out of date.`,
      };
    case 'sending':
      return { icon: 'sync', tone: 'info', label: `Sending ${count}`, next: waiting(count) };
    case 'offline':
      return {
        icon: 'cloudOff',
        tone: 'wait',
        label: count === 0 ? 'Offline' : `Offline, ${count} waiting`,
        next: `${waiting(count)} Keep adding: we’ll send everything as soon as you’re online.`,
      };
    case 'captive':
      return {
        icon: 'wifi',
        tone: 'wait',
        label: 'Wi-Fi wants a sign-in',
        next: `This Wi-Fi lets nothing through until you sign in to it. ${waiting(count)}`,
      };
    case 'server-away':
      return {
        icon: 'server',
        tone: 'wait',
        label: 'Our server is away',
        next: `You are connected, but our server does not answer. ${waiting(count)} We’ll keep trying.`,
      };
    case 'held-up':
    case 'device-full':
    case 'device-failing':
      return heldText(kind, count);
    default:
      return blockedText(kind, count);
  }
}

type HeldKind = 'held-up' | 'device-full' | 'device-failing';

function heldText(kind: HeldKind, count: number): ConnectionText {
  switch (kind) {
    case 'held-up':
      return {
        icon: 'clock',
        tone: 'wait',
        label: `${count} waiting`,
        next: `${waiting(count)} It did not get through and will be tried again in a moment.`,
      };
    case 'device-full':
      return {
        icon: 'device',
        tone: 'bad',
        label: 'This device is full',
        next:
          count === 0
            ? 'What you added last could not be saved. Free some space on this device and try again.'
            : `${waiting(count)} What waits is sent anyway. Free some space on this device so that Sunloop can note what was sent.`,
      };
    case 'device-failing':
      return {
        icon: 'device',
        tone: 'bad',
        label: 'This device cannot save',
        next: `${waiting(count)} What waits is sent anyway. Reload the page so that Sunloop can note what was sent.`,
      };
  }
}

type BlockedKind = Exclude<
  ConnectionState['kind'],
  'all-sent' | 'refused' | 'behind' | 'sending' | 'offline' | 'captive' | 'server-away' | HeldKind
>;

function blockedText(kind: BlockedKind, count: number): ConnectionText {
  switch (kind) {
    case 'sign-in':
      return {
        icon: 'lock',
        tone: 'bad',
        label: count === 0 ? 'Sign in again' : `Sign in to send ${count}`,
        next: `Your session has ended. ${waiting(count)} Nothing is lost.`,
      };
    case 'wrong-user':
      return {
        icon: 'person',
        tone: 'bad',
        label: count === 0 ? 'Sign in again' : `Sign in to send ${count}`,
        next: `Another account is signed in on the server. ${waiting(count)} It is sent only under your account.`,
      };
    case 'inactive':
      return {
        icon: 'lock',
        tone: 'bad',
        label: 'Account paused',
        next: `Your account is not active at the moment; please call us. ${waiting(count)}`,
      };
    case 'update-needed':
      return {
        icon: 'sun',
        tone: 'info',
        label: 'Update to send',
        next: `This version is too old for our server. Reload to update. ${waiting(count)}`,
      };
  }
}
