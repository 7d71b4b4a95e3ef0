import type { Setting } from '@sunloop/shared-types';

const CATEGORY_TITLES: Readonly<Record<string, string>> = {
  general: 'General',
  security: 'Security',
  referrals: 'Referrals and impact',
  system: 'System',
  retention: 'How long data is kept',
};
const ORDER = Object.keys(CATEGORY_TITLES);

/** 'impact.tons_per_referral' → 'Tons per referral'; the part before the point is told by its group. */
export function settingTitle(key: string): string {
  const words = key
    .slice(key.indexOf('.') + 1)
    .replaceAll(/[._]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const titleOf = (category: string) => CATEGORY_TITLES[category] ?? settingTitle(category);
const rankOf = (category: string) =>
  (ORDER.indexOf(category) + ORDER.length + 1) % (ORDER.length + 1);

/** Settings under the headings of their categories: those we know in our order, then the others by name. */
export function groupSettings(settings: readonly Setting[]) {
  const groups = Map.groupBy(settings, ({ category }) => category);
  return [...groups]
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b) || a.localeCompare(b))
    .map(([category, items]) => ({ category, title: titleOf(category), items }));
}

/** Whether a stored value is a number, and so asks for a number pad. */
export function isNumeric(value: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(value);
}
