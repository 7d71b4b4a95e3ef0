import { type Setting, SettingChange } from '@sunloop/shared-types/ground/admin.ts';
import { settingChoices } from '@sunloop/shared-types/ground/setting-choices.ts';
import { isTextPageKey } from '@sunloop/shared-types/visitors/text-pages.ts';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import * as v from 'valibot';
import { DeskNumberField, UNCLEAR_NUMBER } from '../../../ui/desk/number-field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { SaveActions } from '../../../ui/desk/save-form.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useSaveForm } from '../../../ui/desk/use-save-form.ts';
import { isNumber, settingTitle, unitOf, valueWords } from './setting-words.ts';

type Props = {
  setting: Setting;
  onChange: (value: string) => Promise<SaveOutcome>;
  onClose: () => void;
};

const NumberChange = v.object({
  value: v.pipe(SettingChange.entries.value, v.notValue(UNCLEAR_NUMBER, 'Must be a number')),
});

/** A new value for a setting; the server's error is shown at the field. */
export function SettingForm({ setting, onChange, onClose }: Props) {
  const title = settingTitle(setting.key);
  const unit = unitOf(setting.key);
  const choices = settingChoices(setting.key);
  const label = unit === '' ? 'Value' : `Value in ${unit}`;
  const schema = isNumber(setting) ? NumberChange : SettingChange;
  const form = useSaveForm({
    schema,
    initial: { value: setting.value },
    item: setting,
    save: ({ value }) => onChange(value),
    onSaved: onClose,
  });
  const box = useFirstFocus();
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <div className="setting-form" role="presentation" ref={box} onKeyDown={handleKeyDown}>
      <Form aria-label={`Edit ${title}`} errors={form.errors} onSubmit={form.onSubmit}>
        {isNumber(setting) ? (
          <DeskNumberField {...form.field('value')} label={label} isDecimal />
        ) : choices ? (
          <SelectField
            label={label}
            options={choices.map((id) => ({
              id,
              label: valueWords({ key: setting.key, value: id }),
            }))}
            value={form.values.value}
            onChange={form.field('value').onChange}
          />
        ) : isTextPageKey(setting.key) ? (
          <TextArea {...form.field('value')} label="Text" />
        ) : (
          <TextField {...form.field('value')} label={label} autoComplete="off" />
        )}
        <SaveActions isBusy={form.isBusy} onCancel={onClose} />
      </Form>
    </div>
  );
}

/** Focuses the value and selects it, ready to be typed over. */
function useFirstFocus() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      'input, textarea',
    );
    input?.focus();
    // A page's text is not typed over.
    if (input instanceof HTMLInputElement) input.select();
  }, []);
  return box;
}
