import {
  type NewCredential,
  type OwnPasskeys,
  type Passkey,
  PasskeyForm,
  passkeyRoutes,
} from '@sunloop/shared-types/accounts/passkey.ts';
import { useState } from 'react';
import { call } from '@sunloop/engine/api/client.ts';
import { errorFields } from '@sunloop/engine/api/error-fields.ts';
import { formatDay } from '../../lib/format-date.ts';
import { hasPasskeys, makePasskey } from '../../ui/passkeys.ts';
import { needsPassword } from '@sunloop/engine/account.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { useChange } from './use-change.ts';
import { useUserDb } from '../../stored/user-db.ts';
import './sessions-card.css';

/** What is asked about a passkey; one that is added has no row yet. */
type Question = { title: 'Add a passkey' | 'Rename' | 'Remove'; passkey?: Passkey };

type Props = { own: ReadingOf<OwnPasskeys>; onChange: () => void };

/** The person's passkeys. */
export function PasskeysCard({ own, onChange }: Props) {
  const [asked, setAsked] = useState<Question>();
  const handleDone = ({ rpId, userHandle, passkeys }: OwnPasskeys) => {
    setAsked(undefined);
    onChange();
    // So that the browser does not offer a removed one again.
    void window.PublicKeyCredential?.signalAllAcceptedCredentials?.({
      rpId,
      userId: userHandle,
      allAcceptedCredentialIds: passkeys.map(({ credentialId }) => credentialId),
    });
  };
  return (
    <Card title="Passkeys">
      <p className="muted">
        Sign in by your finger, face or the PIN of your device, without a password.
      </p>
      <Reading of={own} what="Your passkeys" lines={1}>
        {({ passkeys }) => (
          <ul className="session-list">
            {passkeys.map((passkey) => (
              <Item key={passkey.id} passkey={passkey} onAsk={setAsked} />
            ))}
          </ul>
        )}
      </Reading>
      {hasPasskeys() ? (
        own.kind === 'ready' && (
          <Button variant="quiet" onPress={() => setAsked({ title: 'Add a passkey' })}>
            Add a passkey
          </Button>
        )
      ) : (
        <p>This browser cannot make passkeys. A newer one can.</p>
      )}
      {asked && <Ask {...asked} onDone={handleDone} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

function Item({ passkey, onAsk }: { passkey: Passkey; onAsk: (question: Question) => void }) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="session-item">
      <div className="session-words">
        <strong>{name}</strong>
        <small>
          Made {formatDay(createdAt)},{' '}
          {lastUsedAt ? `used ${formatDay(lastUsedAt)}` : 'not used yet'}
        </small>
      </div>
      {(['Rename', 'Remove'] as const).map((title) => (
        <Button
          key={title}
          variant="quiet"
          size="sm"
          aria-label={`${title} ${name}`}
          onPress={() => onAsk({ title, passkey })}
        >
          {title}
        </Button>
      ))}
    </li>
  );
}

type AskProps = Question & {
  onDone: (own: OwnPasskeys) => void;
  onClose: () => void;
};

/** Asks for a name, and for the password once the server does. */
function Ask({ title, passkey, onDone, onClose }: AskProps) {
  const db = useUserDb();
  const form = useForm(PasskeyForm, { name: passkey?.name ?? '', currentPassword: '' });
  const [isAsked, setAsked] = useState(false);
  const { isBusy, run } = useChange({
    failed: 'Update Failed',
    isQuestion: (error) => needsPassword(error) && !isAsked,
    onError: (error) => {
      form.showErrors(errorFields(error));
      setAsked((was) => was || needsPassword(error));
    },
  });
  const expectedUser = db.userId;
  const work = async ({ name, ...body }: PasskeyForm): Promise<OwnPasskeys | undefined> => {
    const params = { id: passkey?.id ?? '' };
    if (title === 'Rename')
      return (await call(passkeyRoutes.renamePasskey, { params, body: { name }, expectedUser }))
        .data;
    if (title === 'Remove')
      return (await call(passkeyRoutes.removePasskey, { params, body, expectedUser })).data;
    const { data } = await call(passkeyRoutes.passkeyOptions, { body, expectedUser });
    // The browser writes what the schema describes, which the server checks.
    const credential = (await makePasskey(data)) as NewCredential | undefined;
    if (!credential) {
      form.showErrors({ name: 'No passkey was made. This device may have one of yours already.' });
      return undefined;
    }
    return (await call(passkeyRoutes.addPasskey, { body: { name, credential }, expectedUser }))
      .data;
  };
  const handleSubmit = () => {
    const entered = form.submit();
    if (!entered) return;
    void run(async () => {
      const own = await work(entered);
      if (own) onDone(own);
    });
  };
  return (
    <Modal title={title} onClose={onClose}>
      <Form aria-label={title} errors={form.errors} onSubmit={handleSubmit}>
        {title === 'Remove' ? (
          <p>{passkey?.name} no longer signs you in. Your other devices have to sign in again.</p>
        ) : (
          <TextField {...form.field('name')} label="Name, such as My phone" />
        )}
        {isAsked && <CurrentPasswordField {...form.field('currentPassword')} />}
        <SubmitButton isBusy={isBusy} busyLabel="Saving...">
          {title}
        </SubmitButton>
      </Form>
    </Modal>
  );
}
