import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DeskDateField } from '../../../ui/desk/date-field.tsx';

type Props = {
  day: string;
  today: string;
  onDay: (day: string) => void;
  onSave: () => void;
  onCancel: () => void;
};

/** The day to call again; Enter notes the call, Escape goes back to the outcomes. */
export function BackOn({ day, today, onDay, onSave, onCancel }: Props) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus(), []);
  const isPast = day < today;
  // Before the field, which keeps keys to itself; what opens over the page has its own.
  const handleKey = (event: KeyboardEvent) => {
    const at = event.target as Element;
    if (!part.current?.contains(at)) return;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && at.closest('[role=spinbutton]') && !isPast) onSave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="call-back" ref={part} onKeyDownCapture={handleKey}>
      <DeskDateField label="Call back on" value={day} onChange={(next) => next && onDay(next)} />
      <Button isDisabled={isPast} onPress={onSave}>
        Save
      </Button>
      <Button variant="quiet" onPress={onCancel}>
        Cancel
      </Button>
      {isPast && <p className="muted">This day is over. Choose today or a later one.</p>}
    </div>
  );
}
