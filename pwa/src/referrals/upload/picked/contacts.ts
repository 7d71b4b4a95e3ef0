import { oneLine } from '../../../lib/one-line.ts';
import { tidyPerson } from '../judge-person.ts';
import type { PickedFile } from '../parse-in-worker.ts';
import { linesOf } from './found.ts';

/** A contact as the phone hands it over: each field may have several values, or none. */
interface PhoneContact {
  name?: string[];
  email?: string[];
  tel?: string[];
  address?: ContactAddress[];
}
interface ContactAddress {
  addressLine?: string[];
  city?: string;
  region?: string;
  postalCode?: string;
  country?: string;
}

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
 * Shows the phone's contacts; only those the person chooses are told to the app. Call it in a press. Undefined if none
 * was chosen; rejects if the phone refuses.
 */
export async function pickContacts(): Promise<PickedFile | undefined> {
  const contacts = contactsHere();
  const known = (await contacts?.getProperties()) ?? [];
  const fields = FIELDS.filter((field) => known.includes(field));
  const chosen = (await contacts?.select(fields, { multiple: true })) ?? [];
  if (chosen.length === 0) return undefined;
  return { fileName: 'Your contacts', lines: linesOf(chosen.map(foundIn)) };
}

/** The first of each; the others are shown beside it. */
function foundIn({ name, email, tel, address }: PhoneContact) {
  const addresses = (address ?? []).map(addressOf);
  const texts = [...(name ?? []), ...(email ?? []), ...(tel ?? []), ...addresses];
  const person = tidyPerson({
    name: name?.[0] ?? '',
    email: email?.[0] ?? '',
    phone: tel?.[0] ?? null,
    address: addresses[0] ?? null,
  });
  return { text: texts.filter(Boolean).join(', '), person };
}

function addressOf({ addressLine = [], city, region, postalCode, country }: ContactAddress) {
  const state = [region, postalCode].filter(Boolean).join(' ');
  return [...addressLine.map(oneLine), city, state, country].filter(Boolean).join(', ');
}
