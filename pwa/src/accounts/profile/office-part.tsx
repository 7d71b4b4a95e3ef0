import { formatDay, formatMoment } from '../../lib/format-date.ts';
import { readTold, type ToldReport } from '@sunloop/engine/office.ts';
import { More } from '../../ui/fold.tsx';
import { useStored } from '../../stored/use-stored.ts';
import { waitingWords } from './use-device-sentence.ts';

/** What the office was last told of this device, all of it, so that nobody is watched without knowing. */
export function OfficePart() {
  const told = useStored(readTold);
  return (
    <More sentence={told?.report ? sentenceOf(told.report, told.at) : NOTHING}>
      <p className="muted">
        So that nothing gets lost, the office sees how much waits on each of your devices and since
        when, never whom it is about; also its version of Sunloop, and whether its browser keeps it.
      </p>
    </More>
  );
}

const NOTHING = 'The office was told nothing so far';

function sentenceOf({ waiting, refused, rows }: NonNullable<ToldReport['report']>, at: number) {
  const oldest = rows.map(({ takenAt }) => takenAt).toSorted()[0];
  const since = oldest === undefined ? '' : `, the oldest of ${formatDay(oldest)}`;
  return `The office was told on ${formatMoment(at)}: ${waitingWords(waiting, refused)}${since}`;
}
