import { useNavigate } from '@tanstack/react-router';
import { AuthScreen } from '../features/auth/auth-screen.tsx';
import { useOwedSignOut } from './use-owed-sign-out.ts';

/** /auth: after login or sign-up the browser goes to / (SPEC §2). */
export function AuthPage() {
  const navigate = useNavigate();
  useOwedSignOut();
  return (
    <>
      <title>Sign in · Sunloop</title>
      <AuthScreen onIn={() => void navigate({ to: '/', replace: true })} />
    </>
  );
}
