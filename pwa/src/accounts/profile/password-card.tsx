import { useState } from 'react';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { Card } from '../../ui/card.tsx';
import { PasswordForm } from './password-form.tsx';

type Props = { db: UserDb; email: string };

/** Sets a new password; empty again once it is set. */
export function PasswordCard({ db, email }: Props) {
  const [times, setTimes] = useState(0);
  return (
    <Card title="Change Password">
      <PasswordForm key={times} db={db} email={email} onDone={() => setTimes(times + 1)} />
    </Card>
  );
}
