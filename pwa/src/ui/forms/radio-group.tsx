import type { KeyboardEvent, ReactNode } from 'react';

type Option<Id> = {
  id: Id;
  /** For screen readers, if the content has no text. */
  label?: string;
  content: ReactNode;
};
type Props<Id> = {
  className: string;
  label: string;
  options: readonly Option<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
};

const STEP: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Buttons of which exactly one is chosen, by the ARIA pattern of radio buttons: a single tab stop. */
export function RadioGroup<Id extends string>({
  className,
  label,
  options,
  selected,
  onSelect,
}: Props<Id>) {
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEP[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    const isMirrored = isSideways && event.currentTarget.matches(':dir(rtl)');
    const at = options.findIndex(({ id }) => id === selected);
    const next = options.at((at + (isMirrored ? -step : step)) % options.length);
    if (!next) return;
    onSelect(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-option="${next.id}"]`)?.focus();
  };
  return (
    <div className={className} role="radiogroup" aria-label={label} onKeyDown={handleKeyDown}>
      {options.map(({ id, label: name, content }) => (
        <button
          key={id}
          type="button"
          role="radio"
          aria-checked={id === selected}
          aria-label={name}
          data-option={id}
          data-selected={id === selected || undefined}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {content}
        </button>
      ))}
    </div>
  );
}
