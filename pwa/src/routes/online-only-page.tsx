import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import type { User } from '@sunloop/shared-types/ground/user.ts';
import { useState } from 'react';
import { call } from '@sunloop/engine/api/client.ts';
import { OnlineOnlyForm } from '../referrals/add/online-only-form.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { showToast } from '../ui/layers/notices.ts';

type Props = { user: User; onOut: () => void };

/** All that works in a browser that stores nothing: adding referrals while there is a connection. */
export function OnlineOnlyPage({ user, onOut }: Props) {
  const [added, setAdded] = useState<string[]>([]);
  const logOut = async () => {
    try {
      await call(sessionRoutes.logOut, {});
      onOut();
    } catch (error) {
      const description = error instanceof Error ? error.message : String(error);
      showToast({ title: 'Logout failed', description, variant: 'destructive' });
    }
  };
  return (
    <main className="auth-form">
      <h1>Online only here</h1>
      <Banner tone="wait" icon="alert">
        This browser does not let Sunloop store anything on this device, so nothing can wait here
        for a connection. In a window that is not private, everything works.
      </Banner>
      {added.length > 0 && <p role="status">Sent: {added.join(', ')}</p>}
      <Card
        title="Add New Referral"
        action={
          <Button variant="quiet" size="sm" onPress={() => void logOut()}>
            Log out
          </Button>
        }
      >
        <OnlineOnlyForm
          key={added.length}
          userId={user.id}
          onAdded={(name) => setAdded([...added, name])}
        />
      </Card>
    </main>
  );
}
