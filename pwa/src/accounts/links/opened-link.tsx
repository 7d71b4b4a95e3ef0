import type { OpenedLink } from '@sunloop/shared-types/accounts/link-routes.ts';
import { useState } from 'react';
import { ConfirmPart } from './confirm-part.tsx';
import { LinkPart } from './link-part.tsx';
import { PasswordByLink } from './password-by-link.tsx';

type Props = { link: OpenedLink; token: string };

/** Uses a link: opening it alone changes nothing. */
export function OpenedLinkPart({ link, token }: Props) {
  const [isDone, setDone] = useState(false);
  const { kind, email } = link;
  const onDone = () => setDone(true);
  if (kind === 'confirm')
    return isDone ? (
      <LinkPart title="Your address is confirmed">
        <p>{email} is the address of your account.</p>
      </LinkPart>
    ) : (
      <ConfirmPart link={link} token={token} onDone={onDone} />
    );
  if (isDone)
    return (
      <LinkPart title="Your password is set">
        <p>Sign in with {email} and your new password. Other devices have to do so, too.</p>
      </LinkPart>
    );
  return <PasswordByLink link={link} token={token} onDone={onDone} />;
}
