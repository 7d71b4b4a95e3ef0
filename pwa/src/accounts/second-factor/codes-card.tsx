import type { CodesSecret, OwnSecondFactor } from '@sunloop/shared-types/accounts/second-factor.ts';
import { type ComponentType, useState } from 'react';
import { formatDay } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DeskConfirm } from '../../ui/desk/confirm.tsx';
import type { SaveAnswer, SaveOutcome } from '../../ui/forms/save-outcome.ts';
import type { FactorActs } from './factor-acts.ts';
import { NewCodesDialog, stayOpen } from './new-codes-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

type Props = {
  /** Undefined while it is read. */
  own: OwnSecondFactor | undefined;
  /** Why it cannot be read. */
  problem: string;
  acts: FactorActs;
  /** Draws a text as a QR code. */
  Qr: ComponentType<{ link: string }>;
  onChange: () => void;
};

/** What is open over the card. */
type Open =
  | { kind: 'start' | 'renew' | 'remove' }
  | { kind: 'secret'; shown: CodesSecret }
  | { kind: 'recovery'; codes: readonly string[] };

/** An admin's codes of an app, and the recovery codes that stand in for a lost device. */
export function CodesCard({ own, problem, onChange, ...rest }: Props) {
  const [open, setOpen] = useState<Open>();
  return (
    <Card title="Codes of an app">
      <p className="muted">
        After your password, an app on your phone shows six digits that change every 30 seconds.
      </p>
      {own ? (
        <Own own={own} onOpen={(kind) => setOpen({ kind })} />
      ) : (
        <p className="muted">{problem || 'Loading…'}</p>
      )}
      {open && (
        <Dialogs
          {...rest}
          open={open}
          onOpen={(next) => {
            setOpen(next);
            // Not before recovery codes were read: the page may be replaced then.
            if (!next) onChange();
          }}
        />
      )}
    </Card>
  );
}

type OwnProps = { own: OwnSecondFactor; onOpen: (kind: 'start' | 'renew' | 'remove') => void };

function Own({ own: { codesSince, recoveryCodes, passkeys }, onOpen }: OwnProps) {
  const hasFactor = codesSince !== null || passkeys > 0;
  return (
    <>
      <p>
        {codesSince === null ? 'Codes are off.' : `Codes are on since ${formatDay(codesSince)}.`}{' '}
        {hasFactor && `Recovery codes left: ${recoveryCodes}.`}
      </p>
      <div className="row">
        <Button variant="quiet" size="sm" onPress={() => onOpen('start')}>
          {codesSince === null ? 'Set up codes' : 'Use another app'}
        </Button>
        {hasFactor && (
          <Button variant="quiet" size="sm" onPress={() => onOpen('renew')}>
            New recovery codes
          </Button>
        )}
        {codesSince !== null && (
          <Button variant="danger" size="sm" onPress={() => onOpen('remove')}>
            Turn codes off
          </Button>
        )}
      </div>
    </>
  );
}

/** Does `act`, and goes on with its answer. */
function then<Answer, Given extends unknown[]>(
  act: (...given: Given) => Promise<SaveAnswer<Answer>>,
  goOn: (answer: Answer) => void,
): (...given: Given) => Promise<SaveOutcome> {
  return async (...given) => {
    const outcome = await act(...given);
    if (outcome.isSaved) goOn(outcome.answer);
    return outcome;
  };
}

type DialogsProps = Pick<Props, 'acts' | 'Qr'> & {
  open: Open;
  onOpen: (open: Open | undefined) => void;
};

function Dialogs({ open, acts, Qr, onOpen }: DialogsProps) {
  const onClose = () => onOpen(undefined);
  const showCodes = (codes: readonly string[]) => onOpen({ kind: 'recovery', codes });
  switch (open.kind) {
    case 'start':
      return (
        <DeskConfirm
          busyLabel="Saving..."
          title="Set up codes"
          confirmLabel="Continue"
          onConfirm={then(acts.start, (shown) => onOpen({ kind: 'secret', shown }))}
          onClose={onClose}
          onDone={stayOpen}
        >
          <p>
            You need an app for codes on your phone. Your other devices have to sign in again
            afterwards.
          </p>
        </DeskConfirm>
      );
    case 'secret':
      return (
        <NewCodesDialog
          shown={open.shown}
          Qr={Qr}
          onConfirm={then(acts.confirm, showCodes)}
          onClose={onClose}
        />
      );
    case 'renew':
      return (
        <DeskConfirm
          busyLabel="Saving..."
          title="New recovery codes"
          confirmLabel="Make new ones"
          onConfirm={then(acts.renew, showCodes)}
          onClose={onClose}
          onDone={stayOpen}
        >
          <p>The recovery codes you have stop working.</p>
        </DeskConfirm>
      );
    case 'remove':
      return (
        <DeskConfirm
          busyLabel="Saving..."
          title="Turn codes off?"
          confirmLabel="Turn codes off"
          variant="danger"
          onConfirm={acts.remove}
          onClose={onClose}
        >
          <p>The codes of your app stop working. Your other devices have to sign in again.</p>
        </DeskConfirm>
      );
    case 'recovery':
      return <RecoveryCodesDialog codes={open.codes} onClose={onClose} />;
  }
}
