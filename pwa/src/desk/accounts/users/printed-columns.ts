import type { User } from '@sunloop/shared-types/ground/user.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { activityLabel, roleLabel } from './user-acts.ts';

/** What a user's row says on paper. */
export const PRINTED = [
  { label: 'Username', text: ({ username }: User) => username },
  { label: 'Email', text: ({ email }: User) => email },
  { label: 'Phone', text: ({ phone }: User) => phone ?? '–' },
  { label: 'Role', text: roleLabel },
  { label: 'Status', text: activityLabel },
  { label: 'Registration Date', text: ({ createdAt }: User) => formatDay(createdAt) },
] as const;
