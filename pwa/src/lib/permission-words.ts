import { formatDay } from './format-date.ts';

interface Said {
  permission?: number | null | undefined;
  permissionAt?: string | null | undefined;
}

/** Whether a friend agreed to be contacted, as an admin reads it. */
export function permissionWords({ permission, permissionAt }: Said): string {
  if (!permission) return permission === 0 ? 'Not confirmed' : 'Not asked';
  return permissionAt ? `Yes, ${formatDay(permissionAt)}` : 'Yes';
}
