import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { UserDb } from '../../data/user-db.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { connectionState, readStatus } from '../../sync/status.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { connectionText } from './connection-text.ts';
import { useSendNow } from './use-send-now.ts';
import './connection-chip.css';

/** The state of the connection in the header, with its details behind it. */
export function ConnectionChip({ db }: { db: UserDb }) {
  const status = useLiveQuery(() => readStatus(db), [db]);
  const { isBusy, sendNow } = useSendNow(db);
  if (!status) return null;
  const state = connectionState(status);
  const { icon, tone, label, next } = connectionText(state);
  const needsSignIn = state.kind === 'sign-in' || state.kind === 'wrong-user';
  const trigger = (
    <AriaButton className="connection-chip" data-tone={tone} data-kind={state.kind}>
      <Icon name={icon} />
      <span role="status">{label}</span>
      {status.rejected > 0 && <b aria-label={`${status.rejected} need you`}>{status.rejected}</b>}
    </AriaButton>
  );
  return (
    <Popover label="Connection" trigger={trigger}>
      <h2>{label}</h2>
      <p>{next}</p>
      {status.rejected > 0 && (
        <p>
          {status.rejected} could not be accepted and need you: see{' '}
          <Link to="/referrals" search={{}}>
            My Referrals
          </Link>
          .
        </p>
      )}
      <p className="muted">
        Last sent: {status.lastSentAt ? formatMoment(status.lastSentAt) : 'nothing yet'}
      </p>
      {needsSignIn ? (
        <ButtonLink to="." search={{ signIn: 1 }} variant="primary">
          Sign in
        </ButtonLink>
      ) : (
        <Button variant="quiet" icon="sync" isDisabled={isBusy} onPress={() => void sendNow()}>
          {isBusy ? 'Trying...' : 'Send now'}
        </Button>
      )}
    </Popover>
  );
}
