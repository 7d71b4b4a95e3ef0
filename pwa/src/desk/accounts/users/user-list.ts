import {
  type AdminUserCount,
  USER_COLUMNS,
  USER_GROUPS,
} from '@sunloop/shared-types/ground/admin.ts';
import type { User } from '@sunloop/shared-types/ground/user.ts';
import { LABEL_MAX } from '@sunloop/shared-types/limits.ts';
import type { RouteQueryInput } from '@sunloop/shared-types/route.ts';
import type { routes } from '@sunloop/shared-types/routes.ts';
import type { ReadingOf } from '../../../ui/reading.tsx';

/** The list's part of the URL. */
export type UsersView = {
  q?: string | undefined;
  status?: string | undefined;
  sort?: string | undefined;
};

/** The page of a view that is shown; `isBehind` while the answer to another view or page is awaited. */
export interface UserPage {
  users: ReadingOf<readonly User[]>;
  counts: AdminUserCount | undefined;
  isBehind: boolean;
  /** How many users are on the pages before it. */
  before: number;
  /** Undefined on the first page, and on the last. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export type UserGroup = keyof AdminUserCount;

const GROUP_LABELS: Readonly<Record<UserGroup, string>> = {
  all: 'All',
  active: 'Active',
  inactive: 'Inactive',
  admin: 'Admins',
};
const NEWEST_FIRST = '-created';
const SORTS = USER_COLUMNS.flatMap((column) => [column, `-${column}`] as const);

export function groupOf({ status }: UsersView): UserGroup {
  return USER_GROUPS.find((group) => group === status) ?? 'all';
}

export function orderOf({ sort }: UsersView): (typeof SORTS)[number] {
  return SORTS.find((one) => one === sort) ?? NEWEST_FIRST;
}

/** What a view asks the server. */
export function usersQuestion(view: UsersView): RouteQueryInput<typeof routes.users> {
  const group = groupOf(view);
  return {
    q: view.q?.trim().slice(0, LABEL_MAX) || undefined,
    group: group === 'all' ? undefined : group,
    sort: orderOf(view),
  };
}

/** The groups, with how many of the users found are in each once that is known. */
export function groupChips(counts: AdminUserCount | undefined) {
  return (['all', ...USER_GROUPS] as const).map((id) => ({
    id,
    label: GROUP_LABELS[id],
    count: counts?.[id],
  }));
}

/** What a view is narrowed to, for a list on paper; empty where it is not. */
export function filterWords(view: UsersView): string[] {
  const group = groupOf(view);
  return [group === 'all' ? '' : GROUP_LABELS[group], view.q ? `Search “${view.q}”` : ''];
}
