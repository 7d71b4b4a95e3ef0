import { useEffect, useState } from 'react';
import type * as v from 'valibot';
import type { SaveOutcome } from '../forms/save-outcome.ts';
import { useForm } from '../forms/use-form.ts';

type Options<Values, S extends v.GenericSchema> = {
  schema: S;
  initial: Values;
  save: (values: v.InferOutput<S>) => Promise<SaveOutcome>;
  onSaved: () => void;
  onDirty?: (isDirty: boolean) => void;
};

/**
 * A form that is written to the server while the person waits: one save at a time, and what was typed stays if it could
 * not be saved.
 */
export function useSaveForm<Values extends Record<string, string>, S extends v.GenericSchema>({
  schema,
  initial,
  save,
  onSaved,
  onDirty,
}: Options<Values, S>) {
  const form = useForm(schema, initial);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => onDirty?.(form.isDirty), [onDirty, form.isDirty]);
  const handleSubmit = async () => {
    const values = form.submit();
    if (!values || isBusy) return;
    setBusy(true);
    const outcome = await save(values).finally(() => setBusy(false));
    if (outcome.isSaved) return onSaved();
    form.showErrors({ ...outcome.fields });
  };
  return { ...form, isBusy, onSubmit: () => void handleSubmit() };
}
