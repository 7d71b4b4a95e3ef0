import { useEffect, useRef, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react';
import './form.css';

type Props = {
  children: ReactNode;
  /** Messages by field name; a new set after a submit moves the focus to the first field at fault. */
  errors: Record<string, string>;
  /** With the button that was pressed, also by Enter; null if code sent the form. */
  onSubmit: (submitter: HTMLElement | null) => void;
  'aria-label': string;
};

/**
 * A form that validates with our schemas instead of the browser's bubbles. Form, field and submit
 * button are the platform's own: React Aria's would take the first view over its budget. Nothing typed gets into the
 * address if a browser sends it before the app is there (`post`).
 */
export function Form({ errors, onSubmit, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current || Object.keys(errors).length === 0) return;
    wantsFocus.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  useEffect(() => {
    const fields = fieldsOf(form.current);
    for (const field of fields) field.enterKeyHint = field === fields.at(-1) ? 'go' : 'next';
  });

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    wantsFocus.current = true;
    onSubmit(event.nativeEvent.submitter);
  };
  const handleInput = () => {
    wantsFocus.current = false;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields' keys come by here
    <form
      method="post"
      {...props}
      ref={form}
      onKeyDown={goToNext}
      className="form"
      onSubmit={handleSubmit}
      onInput={handleInput}
      noValidate
    />
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldsOf = (form: HTMLElement | null) => [
  ...(form?.querySelectorAll<Field>(
    'input:not([type=file], [type=search], [type=checkbox]), textarea',
  ) ?? []),
];

/** On a phone, Enter is labeled `next` and goes to the next field; on a computer it submits the form as usual. */
function goToNext(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
  if (target.enterKeyHint !== 'next' || !matchMedia('(pointer: coarse)').matches) return;
  const fields = fieldsOf(currentTarget);
  event.preventDefault();
  fields[fields.indexOf(target) + 1]?.focus();
}
