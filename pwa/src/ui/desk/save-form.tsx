import { Button } from '../button.tsx';
import type { SaveOutcome } from '../forms/save-outcome.ts';
import { SubmitButton } from '../forms/submit-button.tsx';
import type { OneEdit } from './use-one-edit.ts';

type SubmitWords = { label: string; busyLabel: string };

/** The props of a form that is written to the server, except its initial values; see `useSaveForm`. */
export type SaveFormProps<Input> = {
  label: string;
  submit: SubmitWords;
  item?: object;
  save: (input: Input, change: Partial<Input>) => Promise<SaveOutcome>;
  onSaved: () => void;
  onCancel?: () => void;
  onDirty?: (isDirty: boolean) => void;
};

const SAVE: SubmitWords = { label: 'Save', busyLabel: 'Saving...' };

type EditedItem<Item, Input> = {
  item: Item;
  name: string;
  edit: OneEdit;
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
    item,
    save: (_, change) => onChange(item, change),
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
