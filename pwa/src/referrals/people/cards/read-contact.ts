import { oneLine } from '../../../lib/one-line.ts';
import type { Found } from '../found.ts';
import { tidyPerson } from '../judge.ts';

/** A contact as a phone's own list hands it over: each field may have several values, or none. */
export interface PhoneContact {
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

/** Reads a contact: the first of each field; the others are shown beside it. */
export function readContact({ name, email, tel, address }: PhoneContact): Found {
  const addresses = (address ?? []).map(addressOf);
  const texts = [...(name ?? []), ...(email ?? []), ...(tel ?? []), ...addresses];
  const person = tidyPerson({
    name: firstOf(name),
    email: firstOf(email),
    phone: firstOf(tel),
    address: firstOf(addresses),
  });
  return { text: texts.filter(Boolean).join(', '), person };
}

const firstOf = (texts: readonly string[] = []) => texts.find((text) => text.trim() !== '') ?? '';

function addressOf({ addressLine = [], city, region, postalCode, country }: ContactAddress) {
  const state = [region, postalCode].filter(Boolean).join(' ');
  return [...addressLine.map(oneLine), city, state, country].filter(Boolean).join(', ');
}
