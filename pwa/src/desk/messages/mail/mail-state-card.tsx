import type { MailState } from '@sunloop/shared-types/messages/admin-mail.ts';
import {
  ADMIN_KINDS,
  isSwitchable,
  MAIL_KINDS,
  type MailKind,
} from '@sunloop/shared-types/messages/mail.ts';
import { useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Fold } from '../../../ui/fold.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';

const MODES: Readonly<Record<MailState['mode'], string>> = {
  off: 'This server sends no mail. Set SMTP_URL and MAIL_FROM to change that; until then whoever forgot a password calls the help line.',
  keep: 'This is a demo without a mail server: every message is kept below, where it can be read.',
  send: '',
};

type Props = {
  state: MailState;
  /** Sends a test; undefined if it could not even be asked for, which the person has been told. */
  onTest: () => Promise<{ isSent: boolean; answer: string } | undefined>;
};

/** Who sends this server's mail, whether that works, and what is sent when. */
export function MailStateCard({ state, onTest }: Props) {
  const { mode, sender, server, fault, waiting, failed, devices = 0 } = state;
  const none = 'None';
  return (
    <Card title="Mail">
      {MODES[mode] !== '' && <p>{MODES[mode]}</p>}
      {fault !== null && (
        <Banner tone="bad" icon="alert">
          {fault}
        </Banner>
      )}
      <Facts
        facts={[
          ['Sender', sender ?? none],
          ['Mail server', server ?? none],
          ['Waiting', waiting.toLocaleString('en-US')],
          ['Not delivered', failed.toLocaleString('en-US')],
          ['Devices with notifications', devices.toLocaleString('en-US')],
        ]}
      />
      {mode === 'send' && <Trial onTest={onTest} />}
      <Fold title="What is sent when">
        <PlainTable
          label="What is sent when"
          columns={['Message', 'When', 'Who gets it', 'Can be switched off']}
          rows={(Object.keys(MAIL_KINDS) as MailKind[]).map((kind) => ({
            key: kind,
            cells: [
              MAIL_KINDS[kind].label,
              MAIL_KINDS[kind].when,
              ADMIN_KINDS.includes(kind) ? 'Admins' : 'The person',
              isSwitchable(kind) ? 'Yes' : 'No',
            ],
          }))}
        />
      </Fold>
    </Card>
  );
}

function Trial({ onTest }: Pick<Props, 'onTest'>) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ isSent: boolean; answer: string }>();
  const test = async () => {
    setBusy(true);
    setSaid(undefined);
    setSaid(await onTest());
    setBusy(false);
  };
  return (
    <>
      <div className="row">
        <Button variant="quiet" icon="mail" isDisabled={isBusy} onPress={() => void test()}>
          {isBusy ? 'Sending…' : 'Send me a test message'}
        </Button>
      </div>
      <div role="status">
        {said && (
          <Banner tone={said.isSent ? 'good' : 'bad'} icon={said.isSent ? 'check' : 'alert'}>
            {said.isSent ? 'The mail server took it: ' : 'It was not sent: '}
            {said.answer}
          </Banner>
        )}
      </div>
    </>
  );
}
