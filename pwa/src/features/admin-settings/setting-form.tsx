import { type Setting, SettingChange } from '@sunloop/shared-types';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ApiError, isProblem } from '../../api/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { useOpenForm } from '../../ui/open-forms.ts';
import { showToast } from '../../ui/show-toast.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { isNumeric, settingTitle } from './setting-words.ts';

type Props = {
  setting: Setting;
  onChange: (value: string) => Promise<unknown>;
  onClose: () => void;
};

/** A new value for a setting; what is wrong with it the server says, at the field. */
export function SettingForm({ setting, onChange, onClose }: Props) {
  const title = settingTitle(setting.key);
  const form = useForm(SettingChange, { value: setting.value });
  const [isBusy, setBusy] = useState(false);
  const box = useFirstFocus();
  useOpenForm(form.isDirty);

  const handleSubmit = async () => {
    const entered = form.submit();
    if (!entered || isBusy) return;
    if (entered.value === setting.value) return onClose();
    setBusy(true);
    try {
      await onChange(entered.value);
      void showToast({ title: 'Setting updated', description: `${title} has been saved.` });
      onClose();
    } catch (error) {
      setBusy(false);
      if (!isProblem(error)) console.error('Update Failed:', error);
      if (error instanceof ApiError && error.fields) form.showErrors({ ...error.fields });
      const description = error instanceof Error ? error.message : String(error);
      void showToast({ title: 'Update Failed', description, variant: 'destructive' });
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <div className="setting-form" role="presentation" ref={box} onKeyDown={handleKeyDown}>
      <Form aria-label={`Edit ${title}`} errors={form.errors} onSubmit={() => void handleSubmit()}>
        <TextField
          {...form.field('value')}
          label="Value"
          inputMode={isNumeric(setting.value) ? 'decimal' : 'text'}
          autoComplete="off"
        />
        <div className="form-actions">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <SubmitButton isBusy={isBusy} busyLabel="Saving...">
            Save
          </SubmitButton>
        </div>
      </Form>
    </div>
  );
}

/** The value is ready to be typed over. */
function useFirstFocus() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = box.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);
  return box;
}
