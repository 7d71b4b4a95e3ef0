import type { OwedPerson, PayRun } from '@sunloop/shared-types/program/payouts.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { useState } from 'react';
import { officeDay } from '@sunloop/shared-types/ground/time-zone.ts';
import { Button } from '../../../ui/button.tsx';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import { printSlips } from '../../../ui/desk/print-slips.ts';
import { DeskSelect } from '../../../ui/desk/select.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { saveTextFile } from '../../../ui/save-text-file.ts';
import {
  accountantFile,
  bankFile,
  formNote,
  type Handover,
  METHODS,
  needsForm,
  peopleText,
  slipOf,
  sumOfPeople,
} from './pay-run-words.ts';

export type OnPay = (people: readonly OwedPerson[], handover: Handover) => Promise<SaveOutcome>;
type Props = {
  run: PayRun;
  /** Who is checked. */
  chosen: readonly OwedPerson[];
  /** The office's. */
  timeZone: string | undefined;
  onPay: OnPay;
};

const START: Handover = { method: 'bank', reference: '' };

/** How those who are checked are paid, with files and slips for it, and the act, which stays on the screen. */
export function PayRunBar({ run, chosen, timeZone, onPay }: Props) {
  const [handover, setHandover] = useState(START);
  const [isAsking, setAsking] = useState(false);
  const isNobody = chosen.length === 0;
  const today = () => officeDay(Date.now(), timeZone);
  const save = (who: string, text: string) => saveTextFile(`sunloop-${who}-${today()}.csv`, text);
  const payNow = async () => {
    const outcome = await onPay(chosen, handover);
    // The next check or transfer has another number.
    if (outcome.isSaved) setHandover({ ...handover, reference: '' });
    return outcome;
  };
  return (
    <>
      <div className="pay-run-how">
        <DeskSelect
          label="Method"
          options={METHODS}
          value={handover.method}
          onChange={(method) => setHandover({ ...handover, method })}
        />
        <TextField
          label="Reference"
          name="reference"
          error={undefined}
          value={handover.reference}
          autoComplete="off"
          onChange={(reference) => setHandover({ ...handover, reference })}
        />
        <div className="pay-run-files">
          <Button
            variant="quiet"
            size="sm"
            icon="download"
            isDisabled={isNobody}
            onPress={() => save('bank', bankFile(chosen, handover))}
          >
            File for the bank
          </Button>
          <Button
            variant="quiet"
            size="sm"
            icon="download"
            isDisabled={isNobody}
            onPress={() => save('accountant', accountantFile(chosen, handover, timeZone))}
          >
            File for the accountant
          </Button>
          <Button
            variant="quiet"
            size="sm"
            icon="file"
            isDisabled={isNobody}
            onPress={() => printSlips(chosen.map((one) => slipOf(one, handover, today())))}
          >
            Print slips
          </Button>
        </div>
      </div>
      <div className="pay-run-bar">
        <Button icon="check" isDisabled={isNobody} onPress={() => setAsking(true)}>
          {`Pay ${chosen.length} of ${run.people.length} · ${formatCents(sumOfPeople(chosen))}`}
        </Button>
      </div>
      {isAsking && (
        <PayQuestion
          run={run}
          chosen={chosen}
          onConfirm={payNow}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

type QuestionProps = Pick<Props, 'run' | 'chosen'> & {
  onConfirm: () => Promise<SaveOutcome>;
  onClose: () => void;
};

function PayQuestion({ run, chosen, onConfirm, onClose }: QuestionProps) {
  const sum = formatCents(sumOfPeople(chosen));
  const withoutForm = chosen.filter((person) => needsForm(person, run));
  return (
    <DeskConfirm
      title={`Mark ${sum} as paid?`}
      confirmLabel="Mark as paid"
      busyLabel="Marking..."
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {sum} to {peopleText(chosen.length)}. Each of them sees it as paid.
      </p>
      {withoutForm.map((person) => (
        <p key={person.userId}>
          <strong>{formNote(person, run)}</strong>
        </p>
      ))}
      <p className="muted">
        This moves no money: it records that the money was paid out, and can be undone.
      </p>
    </DeskConfirm>
  );
}
