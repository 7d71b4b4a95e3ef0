import type { OwedPerson, PayRun } from '@sunloop/shared-types/program/payouts.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { useState } from 'react';
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
type Props = { run: PayRun; chosen: readonly OwedPerson[]; onPay: OnPay };

const START: Handover = { method: 'bank', reference: '' };

const fileName = (who: string) =>
  `sunloop-${who}-${new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)}.csv`;

/** How those who are checked are paid; files and slips beforehand, and then the mark. */
export function PayRunBar({ run, chosen, onPay }: Props) {
  const [handover, setHandover] = useState(START);
  const [isAsking, setAsking] = useState(false);
  const isNobody = chosen.length === 0;
  return (
    <div className="pay-run-bar">
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
          onPress={() => saveTextFile(fileName('bank'), bankFile(chosen, handover))}
        >
          File for the bank
        </Button>
        <Button
          variant="quiet"
          size="sm"
          icon="download"
          isDisabled={isNobody}
          onPress={() => saveTextFile(fileName('accountant'), accountantFile(chosen, handover))}
        >
          File for the accountant
        </Button>
        <Button
          variant="quiet"
          size="sm"
          icon="file"
          isDisabled={isNobody}
          onPress={() => printSlips(chosen.map((one) => slipOf(one, handover, Date.now())))}
        >
          Print slips
        </Button>
      </div>
      <Button icon="check" isDisabled={isNobody} onPress={() => setAsking(true)}>
        {`Mark ${formatCents(sumOfPeople(chosen))} as paid`}
      </Button>
      {isAsking && (
        <PayQuestion
          run={run}
          chosen={chosen}
          onConfirm={() => onPay(chosen, handover)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

type QuestionProps = Omit<Props, 'onPay'> & {
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
