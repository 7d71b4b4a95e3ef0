import { NeedsConnection } from '../../accounts/profile/needs-connection.tsx';
import { LogoutDialog } from '../../accounts/session/logout-dialog.tsx';
import { useLogout } from '../../accounts/session/use-logout.ts';
import { Button } from '../../ui/button.tsx';
import { SecondFactorPart } from './second-factor-part.tsx';
import './own-password-page.css';

/** Replaces every page while an admin has to add a second factor. */
export function SecondFactorPage() {
  const logout = useLogout();
  return (
    <main className="own-password">
      <title>Second factor · Sunloop</title>
      <h1>Add a second factor</h1>
      <p className="muted">
        Admins here need more than a password. Add a passkey or codes of an app to continue.
      </p>
      <NeedsConnection />
      <SecondFactorPart />
      <Button variant="bare" icon="logout" onPress={() => void logout.ask()}>
        Log out
      </Button>
      <LogoutDialog logout={logout} />
    </main>
  );
}
