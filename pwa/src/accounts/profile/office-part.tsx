import { formatDay, formatMoment } from '../../lib/format-date.ts';
import { readTold, type ToldReport } from '@sunloop/engine/office.ts';
import { Facts } from '../../ui/facts.tsx';
import { More } from '../../ui/more.tsx';
import { useStored } from '../../stored/use-stored.ts';

/** What the office was last told of this device, all of it, so that nobody is watched without knowing. */
export function OfficePart() {
  const told = useStored(readTold);
  return (
    <More sentence={<strong>{told?.report ? sentenceOf(told.report) : NOTHING}</strong>}>
      <p className="muted">
        So that nothing you add gets lost, the office sees of each of your devices how much waits
        there and since when, never whom it is about; and which version of Sunloop it has.
      </p>
      {told?.report && <Told report={told.report} at={told.at} />}
    </More>
  );
}

const NOTHING = 'The office has seen nothing of this device so far';

type Report = NonNullable<ToldReport['report']>;

function sentenceOf({ waiting, refused }: Report): string {
  if (waiting + refused === 0) return 'The office sees that nothing waits here';
  return `The office sees that ${[
    waiting > 0 && `${waiting.toLocaleString()} ${waiting === 1 ? 'waits' : 'wait'} here`,
    refused > 0 && `${refused.toLocaleString()} ${refused === 1 ? 'needs' : 'need'} a fix`,
  ]
    .filter(Boolean)
    .join(' and ')}`;
}

const KEPT = { true: 'Yes', false: 'Not for sure', null: 'Unknown' } as const;

function Told({ report, at }: { report: Report; at: number }) {
  const { rows, isProtected } = report;
  const oldest = rows.map(({ takenAt }) => takenAt).toSorted()[0];
  return (
    <Facts
      facts={[
        ['Told on', formatMoment(at)],
        ...(oldest === undefined
          ? []
          : ([
              ['The oldest is from', formatDay(oldest)],
              ['Known by a number only', String(rows.length)],
            ] as const)),
        ['Kept when space runs low', KEPT[`${isProtected}`]],
      ]}
    />
  );
}
