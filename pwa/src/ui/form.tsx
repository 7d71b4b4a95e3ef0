import type { FormEvent, ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components/Form';
import './form.css';

type Props = {
  children: ReactNode;
  /** Messages by field name, from our own schema or from the server. */
  errors: Record<string, string>;
  onSubmit: () => void;
  'aria-label': string;
};

/** A form that validates with our schemas instead of the browser's bubbles. */
export function Form({ errors, onSubmit, ...props }: Props) {
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <AriaForm
      {...props}
      className="form"
      validationBehavior="aria"
      validationErrors={errors}
      onSubmit={handleSubmit}
      noValidate
    />
  );
}
