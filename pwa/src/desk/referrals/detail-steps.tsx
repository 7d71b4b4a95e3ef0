import { useLayoutEffect, useRef } from 'react';
import { StepButton } from '../../ui/desk/step-button.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import type { Beside } from './referral-list.ts';
import './detail-steps.css';
import { isMeantElsewhere } from '../../ui/desk/is-meant-elsewhere.ts';
import { letterOf } from '../../lib/letter-key.ts';

type Props = {
  name: string;
  /** Undefined for one that is not on the list. */
  beside: Beside | undefined;
  onStep: (id: string) => void;
};

/** Steps through the list with the details open: J for next, K for previous, E to edit. */
export function DetailSteps({ name, beside, onStep }: Props) {
  const { place, total, previous, next } = beside ?? {};
  const bar = useRef<HTMLDivElement>(null);
  const step = (id: string | undefined) => id !== undefined && onStep(id);
  useLayoutEffect(() => {
    const acts: Record<string, () => void> = {
      j: () => next !== undefined && onStep(next),
      k: () => previous !== undefined && onStep(previous),
      e: () => editorBeside(bar.current)?.focus(),
    };
    const handleKey = (event: KeyboardEvent) => {
      const act = acts[letterOf(event)];
      if (!act || isMeantElsewhere(event, bar.current)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [next, previous, onStep]);
  return (
    <div className="detail-steps" ref={bar}>
      <StepButton
        label="Previous"
        letter="K"
        isAtEnd={previous === undefined}
        onPress={() => step(previous)}
      />
      <StepButton label="Next" letter="J" isAtEnd={next === undefined} onPress={() => step(next)} />
      <p role="status">
        {place !== undefined && (
          <>
            <span className="visually-hidden">{name}: </span>
            {total === undefined
              ? `Number ${formatNumber(place)}`
              : `${formatNumber(place)} of ${formatNumber(total)}`}
          </>
        )}
      </p>
      <p className="muted">
        <kbd>E</kbd> to edit
      </p>
    </div>
  );
}

function editorBeside(bar: HTMLElement | null): HTMLElement | null | undefined {
  return bar
    ?.closest('[role="dialog"]')
    ?.querySelector<HTMLElement>('.desk-acts [aria-haspopup=listbox]');
}
