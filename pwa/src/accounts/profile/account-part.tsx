import type { User } from '@sunloop/shared-types/ground/user.ts';
import { formatDay } from '../../lib/format-date.ts';
import { NeedsConnection } from './needs-connection.tsx';
import { PictureField } from './picture-field.tsx';
import { ProfileFields } from './profile-form.tsx';

/** The person's account, to view and to change. */
export function AccountPart({ user }: { user: User }) {
  return (
    <>
      <NeedsConnection />
      <PictureField user={user} />
      <ProfileFields user={user} />
      <p className="muted">
        Member since {formatDay(user.createdAt)}
        {user.referralCode && ` · Referral code ${user.referralCode}`}
      </p>
    </>
  );
}
