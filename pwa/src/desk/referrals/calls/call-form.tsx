import { CALL_NOTE_MAX } from '@sunloop/shared-types/limits.ts';
import {
  CALL_OUTCOME_LABELS,
  CALL_OUTCOMES,
  type CallAct,
  type CallOutcome,
} from '@sunloop/shared-types/referrals/calls.ts';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DeskCheckbox } from '../../../ui/desk/checkbox.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { type DraftStore, useKeptDraft, useStoredDraft } from '../../../ui/forms/use-draft.ts';
import { Skeleton } from '../../../ui/reading.tsx';
import { BackOn } from './back-on.tsx';
import { dayAfter } from './call-words.ts';
import { useCallKeys } from './use-call-keys.ts';

/** How a call ended, as a person says it. */
export type Ended = Pick<CallAct, 'outcome' | 'callBackOn' | 'note' | 'isShared'>;

type Props = {
  /** Calls the person; stands beside the outcomes. */
  call: ReactNode;
  /** The note is kept in it until the call is noted. */
  draft: DraftStore;
  /** Here, such as `2026-11-27`. */
  today: string;
  /** The keys are meant for this part of the page. */
  part: RefObject<HTMLElement | null>;
  /** Returns whether the call was noted. */
  onEnded: (ended: Ended) => Promise<boolean>;
  onNext: () => void;
  onPrevious: () => void;
};

/** The call, how it ended and a note, once what was typed before is known. */
export function CallForm(props: Props) {
  const stored = useStoredDraft(props.draft);
  const [early, setEarly] = useState<CallOutcome>();
  if (stored === undefined) return <LoadingForm {...props} onOutcome={setEarly} />;
  const first = { note: '', isShared: 'false', ...stored };
  return <OpenForm {...props} early={early} first={first} />;
}

type LoadingProps = Props & { onOutcome: (outcome: CallOutcome) => void };

/** Keys count already: a person who knows them is faster than the device. */
function LoadingForm({ call, part, onOutcome, onNext, onPrevious }: LoadingProps) {
  useCallKeys(part, { onOutcome, onNext, onPrevious });
  return (
    <div className="call-form">
      <div className="call-now">{call}</div>
      <Skeleton lines={3} label="The note: loading" />
    </div>
  );
}

type OpenProps = Props & {
  first: { note: string; isShared: string };
  /** Chosen by its key before the form was there. */
  early: CallOutcome | undefined;
};

function OpenForm({
  call,
  draft,
  today,
  part,
  first,
  early,
  onEnded,
  onNext,
  onPrevious,
}: OpenProps) {
  const [values, setValues] = useState(first);
  const [backOn, setBackOn] = useState(early === 'call_back' ? dayAfter(today) : undefined);
  const isBusy = useRef(false);
  const isTooLong = values.note.trim().length > CALL_NOTE_MAX;
  const forget = useKeptDraft(draft, { values, isDirty: values.note !== '' });
  const end = async (outcome: CallOutcome, callBackOn: string | null = null) => {
    if (isBusy.current || isTooLong) return;
    isBusy.current = true;
    const { note, isShared } = values;
    const isNoted = await onEnded({ outcome, callBackOn, note, isShared: isShared === 'true' });
    isBusy.current = false;
    if (!isNoted) return;
    forget();
    await draft.drop();
  };
  const endEarly = useEffectEvent(() => {
    if (early && early !== 'call_back') void end(early);
  });
  useEffect(() => endEarly(), []);
  const handleOutcome = (outcome: CallOutcome) => {
    if (outcome === 'call_back') setBackOn(dayAfter(today));
    else void end(outcome);
  };
  useCallKeys(part, { onOutcome: handleOutcome, onNext, onPrevious });
  const handleCancel = () => {
    setBackOn(undefined);
    part.current?.querySelector<HTMLElement>('.call-outcomes [aria-expanded]')?.focus();
  };
  return (
    <div className="call-form">
      <div className="call-now">
        {call}
        <Outcomes isDayAsked={backOn !== undefined} onOutcome={handleOutcome} />
      </div>
      {backOn !== undefined && (
        <BackOn
          day={backOn}
          today={today}
          onDay={setBackOn}
          onSave={() => void end('call_back', backOn)}
          onCancel={handleCancel}
        />
      )}
      <TextArea
        label="Note"
        name="note"
        value={values.note}
        error={isTooLong ? `Must be at most ${CALL_NOTE_MAX} characters` : undefined}
        onChange={(note) => setValues({ ...values, note })}
      />
      <DeskCheckbox
        isSelected={values.isShared === 'true'}
        onChange={(isShared) => setValues({ ...values, isShared: String(isShared) })}
      >
        The referrer may read this note
      </DeskCheckbox>
    </div>
  );
}

type OutcomesProps = { isDayAsked: boolean; onOutcome: (outcome: CallOutcome) => void };

/** How the call ended, by button or by its key. */
function Outcomes({ isDayAsked, onOutcome }: OutcomesProps) {
  return (
    <div className="call-outcomes" role="group" aria-label="How the call ended">
      {CALL_OUTCOMES.map((outcome, at) => (
        <Button
          key={outcome}
          variant={outcome === 'reached' ? 'primary' : 'quiet'}
          aria-keyshortcuts={String(at + 1)}
          aria-expanded={outcome === 'call_back' ? isDayAsked : undefined}
          onPress={() => onOutcome(outcome)}
        >
          {CALL_OUTCOME_LABELS[outcome]}
          {outcome === 'call_back' && '\u00A0…'} <kbd aria-hidden="true">{at + 1}</kbd>
        </Button>
      ))}
    </div>
  );
}
