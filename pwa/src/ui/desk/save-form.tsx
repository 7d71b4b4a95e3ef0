import { Button } from '../button.tsx';
import { changedFields } from '../forms/form-values.ts';
import { showToast } from '../layers/notices.ts';
import type { SaveOutcome } from '../forms/save-outcome.ts';
import { SubmitButton } from '../forms/submit-button.tsx';
import type { OneEdit } from './use-one-edit.ts';

type SubmitWords = { label: string; busyLabel: string };

/** The props of a form that is written to the server, except its initial values. */
export type SaveFormProps<Input> = {
  label: string;
  submit: SubmitWords;
  save: (input: Input) => Promise<SaveOutcome>;
  onSaved: () => void;
  onCancel?: () => void;
  onDirty?: (isDirty: boolean) => void;
};

const SAVE: SubmitWords = { label: 'Save', busyLabel: 'Saving...' };

/**
 * Writes only the differences, so that what others changed meanwhile stays; if there are none, says so. `before` is what the
 * form was opened with: of a newer reading, fields that nobody touched would count as changed back.
 */
export async function saveChanged<Input extends object>(
  before: object,
  input: Input,
  onChange: (change: Partial<Input>) => Promise<SaveOutcome>,
): Promise<SaveOutcome> {
  const change = changedFields(before, input);
  if (Object.keys(change).length > 0) return onChange(change);
  showToast({ title: 'Nothing to save', description: 'Nothing was changed.' });
  return { isSaved: true };
}

type EditedItem<Item, Input> = {
  item: Item;
  name: string;
  edit: OneEdit<Item>;
  onChange: (item: Item, change: Partial<Input>) => Promise<SaveOutcome>;
};

/** The props for a form that edits an item of a list in place. */
export function editForm<Item extends object, Input extends object>({
  item,
  name,
  edit,
  onChange,
}: EditedItem<Item, Input>): SaveFormProps<Input> {
  return {
    label: `Edit ${name}`,
    submit: SAVE,
    save: (input) => saveChanged(item, input, (change) => onChange(item, change)),
    onSaved: edit.stop,
    onCancel: edit.stop,
    onDirty: edit.setDirty,
  };
}

type ActionProps = { isBusy: boolean; submit?: SubmitWords; onCancel?: (() => void) | undefined };

/** The buttons at the end of such a form. */
export function SaveActions({ isBusy, submit = SAVE, onCancel }: ActionProps) {
  return (
    <div className="form-actions">
      {onCancel && (
        <Button variant="quiet" onPress={onCancel}>
          Cancel
        </Button>
      )}
      <SubmitButton isBusy={isBusy} busyLabel={submit.busyLabel}>
        {submit.label}
      </SubmitButton>
    </div>
  );
}
