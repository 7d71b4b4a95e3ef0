import type { User } from '@sunloop/shared-types/ground/user.ts';
import { Badge } from '../../../ui/badge.tsx';
import { activityLabel } from './user-acts.ts';

const TONES = { Active: 'good', Inactive: 'bad', Erased: 'plain' } as const;

/** Whether the account is active, inactive or erased. */
export function StatusBadge({ user }: { user: User }) {
  const label = activityLabel(user);
  return <Badge tone={TONES[label]}>{label}</Badge>;
}
