import { mailTo } from '../../lib/mail-address.ts';
import { firstNameOf } from '@sunloop/shared-types/values/first-name.ts';
import { phoneReader } from '@sunloop/engine/data/phone-reader.ts';
import { PRODUCT } from '../../lib/company.ts';
import type { ListRow } from '@sunloop/engine/rows.ts';

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
  return `${mailTo(friend.email)}?subject=${subject}&body=${body}`;
}

const openUrl = (url: string) => window.location.assign(url);

/** What became of a reminder. */
export type Reminded =
  /** By the device's share sheet. */
  | { by: 'sheet' }
  /** A message to this number or email stands in a program, not sent yet. */
  | { by: 'program'; to: string; isUntold: boolean };

/**
 * Hands the message to the device's share sheet, which sends it, or opens it in a message program, where the person does.
 * Where nobody can tell which number a friend's phone is (`isUntold`), it is an email: a message to another number would
 * tell a stranger of the friend. Null when the person closed the sheet.
 */
export async function remind(
  friend: FriendContact,
  link: string,
  open = openUrl,
): Promise<Reminded | null> {
  if ('share' in navigator) {
    try {
      await navigator.share({ text: reminderText(friend, link) });
      return { by: 'sheet' };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null;
      console.warn('The device did not share the reminder:', error);
    }
  }
  const isPhone = matchMedia('(pointer: coarse)').matches;
  const number = isPhone ? await numberOf(friend) : undefined;
  open(messageUrl(friend, link, number));
  const isUntold = isPhone && friend.phone !== null && number === undefined;
  return { by: 'program', to: number ?? friend.email, isUntold };
}

/** A whole number: which one a local number (555-0100) is depends on where the device is. */
async function numberOf({ phone }: FriendContact): Promise<string | undefined> {
  if (phone === null) return undefined;
  try {
    const dialed = (await phoneReader())(phone)[0]?.dialed;
    return dialed?.startsWith('+') ? dialed : undefined;
  } catch (error) {
    console.warn('The phone could not be read:', error);
    return undefined;
  }
}
