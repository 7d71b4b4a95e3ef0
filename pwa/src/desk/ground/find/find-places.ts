import type { Setting } from '@sunloop/shared-types/ground/admin.ts';
import type { User } from '@sunloop/shared-types/ground/user.ts';
import {
  type AdminReferral,
  referralStatusLabel,
} from '@sunloop/shared-types/referrals/referral.ts';
import { isSought, soughtIn } from '@sunloop/shared-types/values/search.ts';

/** Something in the console and its place. */
export interface Place {
  id: string;
  title: string;
  /** What tells it from others of the same name. */
  note: string;
  search: Readonly<Record<string, string>>;
}

export interface PlaceGroup {
  title: string;
  places: Place[];
}

/** How many of each kind are listed; typing more narrows them. */
const FOUND_MAX = 6;

type Person = Pick<User, 'id' | 'username' | 'email'> & Partial<Pick<User, 'phone'>>;

export interface Findable {
  /** Panels and their parts, by their names on the screen. */
  panels: readonly { title: string; search: Place['search'] }[];
  /** People and referrals that contain what was typed. */
  users: readonly Person[];
  referrals: readonly AdminReferral[];
  settings: readonly { setting: Setting; title: string }[];
}

/** People, referrals, panels and settings that match what was typed; all panels if nothing was. */
export function findPlaces(
  q: string,
  { panels: all, users, referrals, settings }: Findable,
): PlaceGroup[] {
  const sought = soughtIn(q);
  const has = (...texts: (string | null)[]) => isSought(sought, texts);
  const panels = all
    .filter(({ title }) => has(title))
    .map((panel) => ({ id: `panel ${panel.title}`, note: '', ...panel }));
  if (sought.texts.length === 0) return [{ title: 'Panels', places: panels }];
  const groups = [
    { title: 'Panels', places: panels },
    {
      title: 'People',
      places: users.map(placeOfUser),
    },
    { title: 'Referrals', places: referrals.map(placeOfReferral) },
    {
      title: 'Settings',
      places: settings
        .filter(({ setting, title }) => has(title, setting.key, setting.description))
        .map(placeOfSetting),
    },
  ];
  return groups
    .filter(({ places }) => places.length > 0)
    .map(({ title, places }) => ({ title, places: places.slice(0, FOUND_MAX) }));
}

function placeOfUser({ id, username, email, phone }: Person): Place {
  const note = phone ? `${phone} · ${email}` : email;
  return { id, title: username, note, search: { panel: 'users', user: id } };
}

function placeOfReferral(referral: AdminReferral): Place {
  const { id, name, email, phone, status, referrerName } = referral;
  const told = [referralStatusLabel(status), phone, email, `referred by ${referrerName}`];
  const note = told.filter((text) => text).join(' · ');
  return { id, title: name, note, search: { panel: 'referrals', id } };
}

function placeOfSetting({ setting, title }: Findable['settings'][number]): Place {
  const note = setting.description ?? '';
  return { id: setting.id, title, note, search: { panel: 'settings', id: setting.key } };
}
