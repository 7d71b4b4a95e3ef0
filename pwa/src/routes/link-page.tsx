import { readToken, WHOLE_TOKEN } from '@sunloop/shared-types/values/read-code.ts';
import { useLocation } from '@tanstack/react-router';
import { ForgottenForm } from '../accounts/links/forgotten-form.tsx';
import { LinkPart } from '../accounts/links/link-part.tsx';
import { LinkScreen } from '../accounts/links/link-screen.tsx';

/** /password and /confirm: where links in messages lead. Without one, /password asks for it. */
export function LinkPage() {
  const { hash, pathname } = useLocation();
  const token = readToken(hash);
  if (WHOLE_TOKEN.test(token)) return <LinkScreen token={token} />;
  if (hash === '' && pathname.startsWith('/password')) return <ForgottenForm />;
  return (
    <LinkPart
      title="This link is not complete"
      problem="A part of it is missing. Open it again from the message."
    />
  );
}
