import { useLayoutEffect, useState } from 'react';
import * as v from 'valibot';
import { typedInFirstView } from '../first-view.ts';
import { useOpenForm } from './open-forms.ts';

type Errors = Record<string, string>;

/** What a text field needs of its form. */
export type FieldProps = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** First message of each field, by field name; an issue of the whole form is dropped by `flatten`. */
function messagesOf(issues: readonly v.BaseIssue<unknown>[]): Errors {
  const errors: Errors = {};
  for (const issue of issues) {
    const field = v.getDotPath(issue);
    if (field !== null) errors[field] ??= issue.message;
  }
  return errors;
}

/**
 * Values and messages of one form. Validation runs on submit and, from then on, on every change (SPEC §5). `submit`
 * returns the parsed values, or undefined after showing what is wrong. Until it is saved the form holds updates back;
 * one that keeps a draft (`isKept`, with `useKeptDraft`) does not.
 */
export function useForm<Values extends Record<string, string>, S extends v.GenericSchema>(
  schema: S,
  initial: Values,
  isKept = false,
) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [wasSubmitted, setSubmitted] = useState(false);
  const [before] = useState(initial);
  const isDirty = Object.keys(before).some((name) => values[name] !== before[name]);
  useOpenForm(isDirty && !isKept);
  useLayoutEffect(() => {
    const typed = typedInFirstView();
    // oxlint-disable-next-line react/set-state-in-effect -- read in the frame in which this form replaces that one
    if (typed) setValues((now) => ({ ...now, ...typed }));
  }, []);

  const check = (next: Values) => {
    const parsed = v.safeParse(schema, next);
    setErrors(parsed.success ? {} : messagesOf(parsed.issues));
    return parsed.success ? parsed.output : undefined;
  };
  const replace = (next: Values) => {
    setValues(next);
    if (wasSubmitted) check(next);
  };
  const submit = () => {
    setSubmitted(true);
    return check(values);
  };
  const field = (name: keyof Values & string): FieldProps => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (value: string) => replace({ ...values, [name]: value }),
  });
  const showErrors = setErrors;
  return { values, errors, isDirty, field, replace, submit, setValues, setSubmitted, showErrors };
}
