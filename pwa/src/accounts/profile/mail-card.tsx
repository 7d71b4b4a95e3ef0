import { linkRoutes } from '@sunloop/shared-types/accounts/link-routes.ts';
import { mailRoutes } from '@sunloop/shared-types/messages/mail-routes.ts';
import {
  MAIL_KINDS,
  type MailSwitch,
  type OwnMail,
  SWITCHABLE_KINDS,
} from '@sunloop/shared-types/messages/mail.ts';
import { useState } from 'react';
import { call } from '@sunloop/engine/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { useChange } from './use-change.ts';
import { useUserDb } from '../../stored/user-db.ts';

const SENT = { title: 'Link sent', description: 'Open it from the message within seven days.' };

/** Which messages the person gets, and whether their address is confirmed; asked for when somebody looks. */
export function MailCard() {
  const db = useUserDb();
  const expectedUser = db.userId;
  const {
    value: mail,
    problem,
    setValue: setMail,
  } = useAnswer(
    async (signal) => (await call(mailRoutes.ownMail, { expectedUser, signal })).data,
    expectedUser,
  );
  const { isBusy, run } = useChange({ failed: 'Update Failed' });
  const [wanted, setWanted] = useState<MailSwitch>();
  const choose = async (body: MailSwitch) => {
    setWanted(body);
    const { data } = await call(mailRoutes.switchMail, { body, expectedUser });
    setMail(data);
  };
  return (
    <Card title="Messages to you">
      {!mail && <p className="muted">{problem || 'Loading…'}</p>}
      {mail?.hasMail && <Address mail={mail} expectedUser={expectedUser} />}
      {SWITCHABLE_KINDS.map((kind) => {
        const chosen = mail?.kinds.find((one) => one.kind === kind);
        return (
          chosen && (
            <label key={kind} className="muted">
              <input
                type="checkbox"
                checked={isBusy && wanted?.kind === kind ? wanted.isOn : chosen.isOn}
                disabled={isBusy}
                onChange={() => void run(() => choose({ kind, isOn: !chosen.isOn }))}
              />{' '}
              {MAIL_KINDS[kind].label}
            </label>
          )
        );
      })}
    </Card>
  );
}

function Address({ mail, expectedUser }: { mail: OwnMail; expectedUser: string }) {
  const { email, emailConfirmedAt, pendingEmail } = mail;
  const { isBusy, run } = useChange({ failed: 'It was not sent', done: SENT });
  if (pendingEmail === null && emailConfirmedAt !== null)
    return <p className="muted">They go to {email}.</p>;
  return (
    <>
      <p>
        {pendingEmail === null
          ? `They begin once you have opened the link we sent to ${email}.`
          : `${pendingEmail} becomes your address once you have opened the link we sent there.`}
      </p>
      <Button
        variant="quiet"
        isDisabled={isBusy}
        onPress={() => void run(() => call(linkRoutes.askConfirmation, { expectedUser }))}
      >
        Send the link again
      </Button>
    </>
  );
}
