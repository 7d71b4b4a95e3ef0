import type { OwedPerson, PayRun } from '@sunloop/shared-types/program/payouts.ts';
import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { DeskCheckbox } from '../../../ui/desk/checkbox.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { type OnPay, PayRunBar } from './pay-run-bar.tsx';
import { PayRunRow } from './pay-run-row.tsx';
import { needsForm, peopleText } from './pay-run-words.ts';
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
  const { people } = run;
  // Whoever needs a tax form is paid only if the person says so.
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isChosen = (person: OwedPerson) => choices.get(person.userId) ?? !needsForm(person, run);
  const choose = (some: readonly OwedPerson[], is: boolean) =>
    setChoices((now) => new Map([...now, ...some.map(({ userId }) => [userId, is] as const)]));
  const chosen = people.filter(isChosen);
  const [lacking, able] = [true, false].map((is) =>
    people.filter((person) => needsForm(person, run) === is),
  ) as [OwedPerson[], OwedPerson[]];
  const rowOf = (person: OwedPerson) => (
    <PayRunRow
      key={person.userId}
      person={person}
      run={run}
      isChosen={isChosen(person)}
      onChoose={(is) => choose([person], is)}
      onForm={(day) => void onForm(person, day)}
    />
  );
  const isAll = able.every(isChosen);
  return (
    <>
      {able.length > 0 && (
        <>
          <DeskCheckbox
            isSelected={isAll}
            isIndeterminate={!isAll && able.some(isChosen)}
            onChange={() => choose(isAll ? people : able, !isAll)}
          >
            {isAll ? 'Choose nobody' : `Choose all ${peopleText(able.length)}`}
          </DeskCheckbox>
          <ul className="pay-run" aria-label="Owed money">
            {able.map(rowOf)}
          </ul>
        </>
      )}
      {lacking.length > 0 && (
        <section className="stack" data-gap="3">
          <h3>Needs a tax form</h3>
          <ul className="pay-run" aria-label="Needs a tax form">
            {lacking.map(rowOf)}
          </ul>
        </section>
      )}
      {run.isMore && (
        <p className="muted">There are more people: pay these first, and the next ones follow.</p>
      )}
      <PayRunBar run={run} chosen={chosen} timeZone={timeZone} onPay={onPay} />
    </>
  );
}
