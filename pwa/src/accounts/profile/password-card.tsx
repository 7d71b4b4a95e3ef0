import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { PasswordForm } from './password-form.tsx';

type Props = { email: string };

/** Sets a new password; empty again once it is set. */
export function PasswordCard({ email }: Props) {
  const [times, setTimes] = useState(0);
  return (
    <Card title="Change Password">
      <PasswordForm key={times} email={email} onDone={() => setTimes(times + 1)} />
    </Card>
  );
}
