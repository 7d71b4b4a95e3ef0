import { useEffect, useState } from 'react';
import type * as v from 'valibot';
import { changedFields } from '../forms/form-values.ts';
import type { SaveOutcome } from '../forms/save-outcome.ts';
import { useForm } from '../forms/use-form.ts';
import { showToast } from '../layers/notices.ts';

type Options<Values, Entered extends object, S> = {
  schema: S;
  initial: Values;
  /** The item that is edited; of a new one nothing. */
  item?: object | undefined;
  /** `change`: what the person changed of the item; of a new one all of it. */
  save: (entered: Entered, change: Partial<Entered>) => Promise<SaveOutcome>;
  onSaved: () => void;
  onDirty?: (isDirty: boolean) => void;
};

/**
 * A form that is written to the server while the person waits: one save at a time, and what was typed stays if it could
 * not be saved. What it changes is told from the item as it was when the form opened: of a newer reading, fields that nobody
 * touched would be changed back.
 */
export function useSaveForm<
  Values extends Record<string, string>,
  S extends v.GenericSchema<unknown, object>,
>({ schema, initial, item, save, onSaved, onDirty }: Options<Values, v.InferOutput<S>, S>) {
  const form = useForm(schema, initial);
  const [isBusy, setBusy] = useState(false);
  const [known, setKnown] = useState(item);
  const { isDirty } = form;
  useEffect(() => {
    onDirty?.(isDirty);
    // An item that somebody deletes takes its form along.
    return () => onDirty?.(false);
  }, [onDirty, isDirty]);
  const handleSubmit = async () => {
    const entered = form.submit();
    if (!entered || isBusy) return;
    const change: Partial<v.InferOutput<S>> = known ? changedFields(known, entered) : entered;
    if (known && Object.keys(change).length === 0) {
      showToast({ title: 'Nothing to save', description: 'Nothing was changed.' });
      return onSaved();
    }
    setBusy(true);
    const outcome = await save(entered, change).finally(() => setBusy(false));
    if (outcome.isSaved) return onSaved();
    // Unless its fields were refused it may have arrived: put back to what it was, it is a change once more.
    const mayHaveArrived = Object.keys(outcome.fields).length === 0;
    if (known && mayHaveArrived) setKnown(withoutFields(known, change));
    form.showErrors({ ...outcome.fields });
  };
  return { ...form, isBusy, onSubmit: () => void handleSubmit() };
}

function withoutFields(item: object, fields: object): object {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !(name in fields)));
}
