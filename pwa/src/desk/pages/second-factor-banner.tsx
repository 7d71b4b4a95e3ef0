import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';

/** Reminds an admin who has only a password, until that is done or the setting is off. */
export function SecondFactorBanner({ user }: { user: CurrentUser }) {
  if (!user.secondFactor) return null;
  return (
    <Banner
      tone="wait"
      icon="shield"
      action={
        <ButtonLink to="/profile" variant="quiet">
          Open your profile
        </ButtonLink>
      }
    >
      Your account is protected by a password alone. Add a passkey or codes in your profile.
    </Banner>
  );
}
