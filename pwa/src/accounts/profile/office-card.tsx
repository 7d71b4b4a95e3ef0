import { formatDay, formatMoment } from '../../lib/format-date.ts';
import { readTold, type ToldReport } from '@sunloop/engine/office.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useStored } from '../../stored/use-stored.ts';

const PROTECTED = { true: 'Yes', false: 'Not yet', null: 'Unknown' } as const;

/** What the office was last told of this device, all of it, so that nobody is watched without knowing. */
export function OfficeCard() {
  const told = useStored(readTold);
  return (
    <Card title="What the office sees">
      <p className="muted">
        So that nothing you add gets lost, the office sees of each of your devices how much waits
        there and since when, never whom it is about.
      </p>
      {told?.report ? <Told report={told.report} at={told.at} /> : <p>Nothing so far.</p>}
    </Card>
  );
}

type ToldProps = { report: NonNullable<ToldReport['report']>; at: number };

function Told({ report, at }: ToldProps) {
  const { waiting, refused, rows, version, isProtected } = report;
  const oldest = rows.map(({ takenAt }) => takenAt).toSorted()[0];
  return (
    <Facts
      facts={[
        ['Told on', formatMoment(at)],
        ['Waiting to send', String(waiting)],
        ['Needs a fix', String(refused)],
        ['The oldest is from', oldest === undefined ? '–' : formatDay(oldest)],
        ['Known by a number only', String(rows.length)],
        ['Version of the app', version],
        ['Kept when space runs low', PROTECTED[`${isProtected}`]],
      ]}
    />
  );
}
