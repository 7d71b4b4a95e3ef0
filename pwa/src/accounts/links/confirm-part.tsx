import { linkRoutes, type OpenedLink } from '@sunloop/shared-types/accounts/link-routes.ts';
import { useState } from 'react';
import { call } from '@sunloop/engine/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { LinkPart } from './link-part.tsx';
import { useSending } from './use-sending.ts';

type Props = { link: OpenedLink; token: string; onDone: () => void };

const TITLE = 'Confirm your address';

/** Confirms an address. Somebody else may have made the account, so whoever is not signed in to it is asked. */
export function ConfirmPart({ link: { email, username, isOwn }, token, onDone }: Props) {
  const [isNotMine, setNotMine] = useState(false);
  const { isBusy, problem, send } = useSending(onDone);
  const confirm = () =>
    send(() => call(linkRoutes.confirmEmail, { body: { token, isMine: true } }));
  if (isNotMine)
    return (
      <LinkPart title="Nothing was confirmed">
        <p>
          Somebody entered your address for their account, perhaps by mistake. To have that account
          closed, call us.
        </p>
      </LinkPart>
    );
  return (
    <LinkPart title={TITLE} problem={problem}>
      {isOwn ? (
        <p>Is {email} the address of your account?</p>
      ) : (
        <p>
          Is the account <strong>{username}</strong> with the address {email} yours? Whoever else
          made it could use it in your name.
        </p>
      )}
      <div className="row">
        <Button isDisabled={isBusy} onPress={confirm}>
          {isBusy ? 'Confirming...' : isOwn ? 'Confirm' : 'Yes, it is mine'}
        </Button>
        {!isOwn && (
          <Button variant="quiet" isDisabled={isBusy} onPress={() => setNotMine(true)}>
            No, it is not
          </Button>
        )}
      </div>
    </LinkPart>
  );
}
