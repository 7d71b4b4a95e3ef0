import type { User } from '@sunloop/shared-types';
import { Badge } from '../../ui/badge.tsx';
import { isActiveUser } from './user-acts.ts';

/** Whether the account is active, inactive or erased. */
export function StatusBadge({ user }: { user: User }) {
  if (user.erasedAt !== undefined) return <Badge tone="plain">Erased</Badge>;
  const isActive = isActiveUser(user);
  return <Badge tone={isActive ? 'good' : 'bad'}>{isActive ? 'Active' : 'Inactive'}</Badge>;
}
