import { Link } from '@tanstack/react-router';
import { formatMoment } from '../../lib/format-date.ts';
import { connectionState, type ConnectionState, type SyncStatus } from '@sunloop/engine/status.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import type { ConnectionText } from './connection-text.ts';
import { useSendNow } from './use-send-now.ts';

type Props = { status: SyncStatus; text: ConnectionText; close: () => void };

/** What the state means, what needs the person, and what to do about it. */
export function ConnectionDetails({ status, text, close }: Props) {
  const { kind } = connectionState(status);
  return (
    <>
      <h2>{text.label}</h2>
      <p>{text.next}</p>
      {status.rejected > 0 && (
        <p>
          {status.rejected} could not be accepted: fix them in{' '}
          <Link to="/referrals" search={{}} onClick={close}>
            My Referrals
          </Link>
          .
        </p>
      )}
      <p>
        <Link to="." search={(now) => ({ ...now, waiting: 1 as const })} onClick={close}>
          {status.waiting > 0 ? 'See what’s waiting' : 'See what was sent'}
        </Link>
      </p>
      <p className="muted">
        Last sent: {status.lastSentAt ? formatMoment(status.lastSentAt) : 'nothing yet'}
      </p>
      <Remedy kind={kind} close={close} />
    </>
  );
}

type RemedyProps = { kind: ConnectionState['kind']; close: () => void };

function Remedy({ kind, close }: RemedyProps) {
  const { isBusy, sendNow } = useSendNow();
  if (kind === 'sign-in' || kind === 'wrong-user') {
    return (
      <ButtonLink
        to="."
        search={(now) => ({ ...now, signIn: 1 as const })}
        onClick={close}
        variant="primary"
      >
        Sign in
      </ButtonLink>
    );
  }
  if (kind === 'update-needed') {
    return <Button onPress={() => window.location.reload()}>Reload</Button>;
  }
  return (
    <Button variant="quiet" icon="sync" isDisabled={isBusy} onPress={() => void sendNow()}>
      {isBusy ? 'Trying...' : 'Send now'}
    </Button>
  );
}
