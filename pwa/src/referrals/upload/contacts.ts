import type { PhoneContact } from '../people/read-people.ts';

/** Chrome on Android has it, and a Safari where it was switched on; TypeScript does not know it. */
interface ContactsNavigator {
  contacts?: {
    getProperties(): Promise<string[]>;
    select(fields: readonly string[], options: { multiple: boolean }): Promise<PhoneContact[]>;
  };
}

const FIELDS = ['name', 'email', 'tel', 'address'];
const contactsHere = () => (navigator as ContactsNavigator).contacts;

/** Whether this browser can show the phone's contacts. */
export const hasContacts = () => contactsHere() !== undefined;

/**
 * Shows the phone's contacts; only those the person chooses are told to the app. Call it in a press. None if none was
 * chosen; rejects if the phone refuses.
 */
export async function pickContacts(): Promise<PhoneContact[]> {
  const contacts = contactsHere();
  const known = (await contacts?.getProperties()) ?? [];
  const fields = FIELDS.filter((field) => known.includes(field));
  return (await contacts?.select(fields, { multiple: true })) ?? [];
}
