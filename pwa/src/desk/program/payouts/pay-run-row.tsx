import type { OwedPerson, PayRun } from '@sunloop/shared-types/program/payouts.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DeskCheckbox } from '../../../ui/desk/checkbox.tsx';
import { DeskDateField } from '../../../ui/desk/date-field.tsx';
import { formNote, isFormDue, needsForm, whatFor } from './pay-run-words.ts';

type Props = {
  person: OwedPerson;
  run: PayRun;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onForm: (receivedOn: string | null) => void;
};

/** Somebody who is owed money, in a line; what for, and their year, when it is opened. */
export function PayRunRow({ person, run, isChosen, onChoose, onForm }: Props) {
  const { userId, username, email, owedCents, paidThisYearCents, formReceivedOn, lines } = person;
  const [isOpen, setOpen] = useState(false);
  const isLacking = needsForm(person, run);
  return (
    <li>
      <DeskCheckbox aria-label={`Pay ${username}`} isSelected={isChosen} onChange={onChoose} />
      <p className="pay-run-person">
        <Link to="/admin" search={{ panel: 'users', user: userId }}>
          {username}
        </Link>
        <span className="muted">{email}</span>
      </p>
      <Button
        variant="bare"
        size="sm"
        aria-expanded={isOpen}
        aria-label={`What ${username} is owed for`}
        onPress={() => setOpen(!isOpen)}
      >
        {lines.length === 1 ? '1 reward' : `${lines.length} rewards`}
      </Button>
      <strong className="desk-amount">{formatCents(owedCents)}</strong>
      {(isOpen || isLacking) && (
        <div className="pay-run-more">
          {isLacking && <p>{formNote(person, run)}</p>}
          {isOpen && (
            <>
              <ul aria-label={`What ${username} is owed for`}>
                {whatFor(person).map((text, at) => (
                  <li key={lines[at]?.id}>{text}</li>
                ))}
              </ul>
              <p className="muted">
                {formatCents(paidThisYearCents)} paid in {run.year}
              </p>
            </>
          )}
          {isFormDue(person, run) && (
            <DeskDateField
              label="Form received on"
              value={formReceivedOn ?? undefined}
              onChange={(day) => onForm(day ?? null)}
            />
          )}
        </div>
      )}
    </li>
  );
}
