import { firstNameOf, plainPhones } from '@sunloop/shared-types';
import { PRODUCT } from '../../lib/company.ts';
import type { ListRow } from './list-rows.ts';

type FriendContact = Pick<ListRow, 'name' | 'email' | 'phone'>;

/** What the person sends their friend; they may change it before sending. `link` may be empty. */
export function reminderText({ name }: FriendContact, link: string): string {
  const text = `Hi ${firstNameOf(name)}, I told ${PRODUCT} about you: they plan solar for your home, and the first consultation is free. Have a look when you have a minute.`;
  return link === '' ? text : `${text} ${link}`;
}

/** The URL of a composer with the text in it: a text message to a number, otherwise an email. */
export function messageUrl(
  friend: FriendContact,
  link: string,
  number: string | undefined,
): string {
  const body = encodeURIComponent(reminderText(friend, link));
  // Both iOS and Android understand '?&'.
  if (number !== undefined) return `sms:${number}?&body=${body}`;
  const subject = encodeURIComponent(`Solar for your home with ${PRODUCT}`);
  return `mailto:${encodeURIComponent(friend.email)}?subject=${subject}&body=${body}`;
}

const openUrl = (url: string) => window.location.assign(url);

/**
 * Hands the message to the device's share sheet, which sends it, or opens it in a message program, where the person does.
 * Null when the person closed the sheet.
 */
export async function remind(
  friend: FriendContact,
  link: string,
  open = openUrl,
): Promise<'sent' | 'ready' | null> {
  if ('share' in navigator) {
    try {
      await navigator.share({ text: reminderText(friend, link) });
      return 'sent';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null;
      console.warn('The device did not share the reminder:', error);
    }
  }
  const isPhone = matchMedia('(pointer: coarse)').matches;
  open(messageUrl(friend, link, isPhone ? plainPhones(friend.phone)[0]?.dialed : undefined));
  return 'ready';
}
