import type { OwedPerson, PayRun } from '@sunloop/shared-types/program/payouts.ts';
import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { type OnPay, PayRunBar } from './pay-run-bar.tsx';
import { PayRunRow } from './pay-run-row.tsx';
import './pay-run.css';

type PayRunProps = {
  /** The office's. */
  timeZone: string | undefined;
  onPay: OnPay;
  onForm: (person: OwedPerson, receivedOn: string | null) => Promise<SaveOutcome>;
};

/** Everybody who is owed money: who is paid now, how, with files and slips for it, and one act that marks all of it. */
export function PayRunCard({ run, ...acts }: PayRunProps & { run: ReadingOf<PayRun> }) {
  return (
    <Card title="Pay Run">
      <Reading of={run} what="Who is owed money" lines={4}>
        {(data) =>
          data.people.length === 0 ? (
            <EmptyState icon="check" title="Nobody is owed anything." />
          ) : (
            <People run={data} {...acts} />
          )
        }
      </Reading>
    </Card>
  );
}

function People({ run, timeZone, onPay, onForm }: PayRunProps & { run: PayRun }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const choose = ({ userId }: OwedPerson, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(userId);
    else next.add(userId);
    setLeft(next);
  };
  const chosen = run.people.filter(({ userId }) => !left.has(userId));
  return (
    <>
      <ul className="pay-run" aria-label="Owed money">
        {run.people.map((person) => (
          <PayRunRow
            key={person.userId}
            person={person}
            run={run}
            isChosen={!left.has(person.userId)}
            onChoose={(isChosen) => choose(person, isChosen)}
            onForm={(day) => void onForm(person, day)}
          />
        ))}
      </ul>
      {run.isMore && (
        <p className="muted">There are more people: pay these first, and the next ones follow.</p>
      )}
      <PayRunBar run={run} chosen={chosen} timeZone={timeZone} onPay={onPay} />
    </>
  );
}
