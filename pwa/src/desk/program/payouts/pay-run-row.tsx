import type { OwedPerson, PayRun } from '@sunloop/shared-types/program/payouts.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { Link } from '@tanstack/react-router';
import { DeskCheckbox } from '../../../ui/desk/checkbox.tsx';
import { DeskDateField } from '../../../ui/desk/date-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formNote, isFormDue, needsForm, whatFor } from './pay-run-words.ts';

type Props = {
  person: OwedPerson;
  run: PayRun;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onForm: (receivedOn: string | null) => void;
};

/** Somebody who is owed money, what for, and their year. */
export function PayRunRow({ person, run, isChosen, onChoose, onForm }: Props) {
  const { userId, username, email, owedCents, paidThisYearCents, formReceivedOn, lines } = person;
  return (
    <li>
      <DeskCheckbox aria-label={`Pay ${username}`} isSelected={isChosen} onChange={onChoose} />
      <div className="pay-run-person">
        <Link to="/admin" search={{ panel: 'users', user: userId }}>
          {username}
        </Link>
        <span className="muted">{email}</span>
        <ul className="pay-run-lines" aria-label={`What ${username} is owed for`}>
          {whatFor(person).map((text, at) => (
            <li key={lines[at]?.id}>{text}</li>
          ))}
        </ul>
        {isFormDue(person, run) && (
          <div className="pay-run-form">
            {needsForm(person, run) && (
              <p>
                <Icon name="alert" />
                {formNote(person, run)}
              </p>
            )}
            <DeskDateField
              label="Form received on"
              value={formReceivedOn ?? undefined}
              onChange={(day) => onForm(day ?? null)}
            />
          </div>
        )}
      </div>
      <div className="pay-run-sum">
        <strong className="desk-amount">{formatCents(owedCents)}</strong>
        <span className="muted">
          {formatCents(paidThisYearCents)} paid in {run.year}
        </span>
      </div>
    </li>
  );
}
