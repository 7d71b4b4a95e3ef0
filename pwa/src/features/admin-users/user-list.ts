import type { User } from '@sunloop/shared-types';

/** Parts of the list that can be shown alone. */
const USER_GROUPS = ['all', 'active', 'inactive', 'admin'] as const;
export type UserGroup = (typeof USER_GROUPS)[number];

const GROUP_LABELS: Readonly<Record<UserGroup, string>> = {
  all: 'All',
  active: 'Active',
  inactive: 'Inactive',
  admin: 'Admins',
};
const isOf: Readonly<Record<UserGroup, (user: User) => boolean>> = {
  all: () => true,
  active: (user) => user.isActive === 'true',
  inactive: (user) => user.isActive !== 'true',
  admin: (user) => user.role === 'admin',
};

export function groupOf(text: string | undefined): UserGroup {
  return USER_GROUPS.find((group) => group === text) ?? 'all';
}

/** Users whose name, email, phone or referral code contains `q`, ignoring case. */
export function searchUsers(users: readonly User[], q = ''): readonly User[] {
  const part = q.trim().toLowerCase();
  if (part === '') return users;
  return users.filter(({ username, email, phone, referralCode }) =>
    [username, email, phone, referralCode].some((text) => text?.toLowerCase().includes(part)),
  );
}

/** The groups with their counts among the users found. */
export function groupChips(users: readonly User[]) {
  return USER_GROUPS.map((id) => ({
    id,
    label: GROUP_LABELS[id],
    count: users.filter(isOf[id]).length,
  }));
}

export function usersOfGroup(users: readonly User[], group: UserGroup): readonly User[] {
  return users.filter(isOf[group]);
}
