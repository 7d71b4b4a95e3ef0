import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import './form.css';

type Props = {
  children: ReactNode;
  /** Messages by field name; a new set after a submit moves the focus to the first field at fault. */
  errors: Record<string, string>;
  onSubmit: () => void;
  'aria-label': string;
};

/**
 * A form that validates with our schemas instead of the browser's bubbles. Form, field and submit
 * button are the platform's own: React Aria's would take the first view over its budget.
 */
export function Form({ errors, onSubmit, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current || Object.keys(errors).length === 0) return;
    wantsFocus.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    wantsFocus.current = true;
    onSubmit();
  };
  const handleInput = () => {
    wantsFocus.current = false;
  };
  return (
    <form
      {...props}
      ref={form}
      className="form"
      onSubmit={handleSubmit}
      onInput={handleInput}
      noValidate
    />
  );
}
