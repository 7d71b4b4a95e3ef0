import type { Role, User } from '@sunloop/shared-types/ground/user.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import type { NoticeText } from '../../../ui/layers/notices.ts';
import type { UserChangeInput } from './user-acts.ts';

type Props = {
  user: User;
  isOwn: boolean;
  onChange: (change: UserChangeInput, done: NoticeText) => Promise<SaveOutcome>;
  onClose: () => void;
};

/** Asks before somebody is made an admin, or an admin a customer. */
export function RoleDialog({ user, isOwn, onChange, onClose }: Props) {
  const words = user.role === 'admin' ? TO_CUSTOMER : TO_ADMIN;
  const done = { title: 'User updated', description: `${user.username} is now ${words.now}.` };
  return (
    <DeskConfirm
      title={words.title}
      confirmLabel={words.title}
      busyLabel="Saving..."
      variant={words.variant}
      onConfirm={() => onChange({ role: words.role }, done)}
      onClose={onClose}
    >
      <p>
        {user.username} {words.means}
      </p>
      {isOwn && (
        <Banner tone="wait" icon="alert">
          This is your own account: you will lose this console at once.
        </Banner>
      )}
    </DeskConfirm>
  );
}

type Words = {
  role: Role;
  title: string;
  means: string;
  now: string;
  variant: 'primary' | 'danger';
};

const TO_ADMIN: Words = {
  role: 'admin',
  title: 'Make an admin',
  means:
    'will see and change everything in this console: all users, referrals, rewards and settings. They have to sign in again.',
  now: 'an admin',
  variant: 'primary',
};

const TO_CUSTOMER: Words = {
  role: 'customer',
  title: 'Make a customer',
  means: 'loses this console and keeps only their own referrals and rewards.',
  now: 'a customer',
  variant: 'danger',
};
