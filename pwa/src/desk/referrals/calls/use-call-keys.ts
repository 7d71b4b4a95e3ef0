import { CALL_OUTCOMES, type CallOutcome } from '@sunloop/shared-types/referrals/calls.ts';
import { type RefObject, useEffect } from 'react';
import { letterOf } from '../../../lib/letter-key.ts';
import { isMeantElsewhere } from '../../../ui/desk/is-meant-elsewhere.ts';

interface CallKeys {
  onOutcome: (outcome: CallOutcome) => void;
  onNext: () => void;
  onPrevious: () => void;
}

/** Keys of the call list: 1 to 4 for how a call ended, J for the next person, K for the previous one. */
export function useCallKeys(part: RefObject<HTMLElement | null>, on: CallKeys): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const act = actOf(event, on);
      if (!act || event.repeat || isMeantElsewhere(event, part.current)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  });
}

function actOf(event: KeyboardEvent, { onOutcome, onNext, onPrevious }: CallKeys) {
  const letter = letterOf(event);
  if (letter === 'j') return onNext;
  if (letter === 'k') return onPrevious;
  const outcome = CALL_OUTCOMES[digitOf(event) - 1];
  return outcome && (() => onOutcome(outcome));
}

/** Where a keyboard has other signs on its digits (French), the key counts. */
function digitOf({ key, code, shiftKey }: KeyboardEvent): number {
  if (/^\d$/.test(key)) return Number(key);
  return shiftKey ? 0 : Number(/^Digit(\d)$/.exec(code)?.[1] ?? 0);
}
