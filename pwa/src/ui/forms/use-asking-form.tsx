import { useEffect, useRef, useState, type ReactNode } from 'react';
import type * as v from 'valibot';
import { type Doubt, doubtOf } from '../../lib/doubts.ts';
import { Button } from '../button.tsx';
import { type FieldProps, useForm } from './use-form.ts';
import './field-note.css';

const FIELDS = ['email', 'phone'] as const;
type Doubtful = (typeof FIELDS)[number];

/** A field with what it is asked about. */
export type AskedField = FieldProps & { note?: ReactNode; onFocus?: () => void };

/**
 * A form that asks about an email or a phone that is likely a slip, once the person is in another field or submits. It is
 * accepted once they say that it is right.
 */
export function useAskingForm<
  Values extends Record<Doubtful, string> & Record<string, string>,
  S extends v.GenericSchema,
>(...given: Parameters<typeof useForm<Values, S>>) {
  const form = useForm<Values, S>(...given);
  const [sure, setSure] = useState<Partial<Record<Doubtful, string>>>({});
  const [focused, setFocused] = useState<string>();
  const [asks, setAsks] = useState(0);
  const doubtAt = (name: Doubtful) => {
    const text = form.values[name];
    return sure[name] === text ? undefined : doubtOf(name, text);
  };
  const first = FIELDS.find(doubtAt);

  const noteAt = (name: Doubtful) => {
    const doubt = doubtAt(name);
    if (!doubt || (focused === name && asks === 0)) return undefined;
    return (
      <DoubtNote
        doubt={doubt}
        asks={name === first ? asks : 0}
        onSure={() => setSure((now) => ({ ...now, [name]: form.values[name] }))}
        onMeant={form.field(name).onChange}
      />
    );
  };
  const field = (name: keyof Values & string): AskedField => ({
    ...form.field(name),
    note: name === 'email' || name === 'phone' ? noteAt(name) : undefined,
    onFocus: () => setFocused(name),
  });
  const submit = () => {
    const entered = form.submit();
    if (entered === undefined || first === undefined) return entered;
    setAsks(asks + 1);
    return undefined;
  };
  return { ...form, field, submit };
}

type NoteProps = {
  doubt: Doubt;
  /** How often a submit was stopped for it. */
  asks?: number;
  /** Absent where several are confirmed at once. */
  onSure?: () => void;
  onMeant: (text: string) => void;
};

/** Asks at the field; after either answer the focus is in it. */
export function DoubtNote({ doubt: { question, meant }, asks = 0, onSure, onMeant }: NoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asks > 0) focusFieldOf(note.current);
  }, [asks]);
  const answer = (act: () => void) => {
    focusFieldOf(note.current);
    act();
  };
  return (
    <div className="field-note" role="status" ref={note}>
      <p>{question}</p>
      {meant !== undefined && (
        <Button variant="quiet" size="sm" onPress={() => answer(() => onMeant(meant))}>
          {`Use ${meant.split('@')[1]}`}
        </Button>
      )}
      {onSure && (
        <Button variant="quiet" size="sm" onPress={() => answer(onSure)}>
          It’s right
        </Button>
      )}
    </div>
  );
}

const focusFieldOf = (note: HTMLElement | null) =>
  note?.parentElement?.querySelector('input')?.focus();
