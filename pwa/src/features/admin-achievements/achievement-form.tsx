import {
  type Achievement,
  type AchievementDefinition,
  NewAchievement,
} from '@sunloop/shared-types';
import { type ReactNode, useEffect } from 'react';
import * as v from 'valibot';
import { Button } from '../../ui/button.tsx';
import { FormGrid, WideField } from '../../ui/form-grid.tsx';
import { numberField, requiredField } from '../../ui/form-values.ts';
import { Form } from '../../ui/form.tsx';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSaveForm } from '../../ui/use-save-form.ts';
import { iconOf, rarityOf, TYPE_OPTIONS, typeOf } from './achievement-words.ts';
import { LookFields } from './look-fields.tsx';

const { entries } = NewAchievement;
const AchievementForm = v.object({
  title: requiredField('Title is required', entries.title),
  description: requiredField('Description is required', entries.description),
  type: entries.type,
  icon: entries.icon,
  rarity: entries.rarity,
  requiredCount: numberField(entries.requiredCount),
  reward: entries.reward,
  isActive: entries.isActive,
});
export type AchievementInput = v.InferOutput<typeof AchievementForm>;

export const NEW_ACHIEVEMENT = {
  title: '',
  description: '',
  type: 'referrals_completed',
  icon: 'trophy',
  rarity: 'common',
  requiredCount: '1',
  reward: '',
  isActive: 'true',
};

export function achievementValuesOf(achievement: AchievementDefinition): typeof NEW_ACHIEVEMENT {
  return {
    title: achievement.title,
    description: achievement.description,
    type: typeOf(achievement.type),
    icon: iconOf(achievement.icon),
    rarity: rarityOf(achievement.rarity),
    requiredCount: String(achievement.requiredCount),
    reward: achievement.reward ?? '',
    isActive: achievement.isActive,
  };
}

const STATES = [
  { id: 'true', label: 'Active' },
  { id: 'false', label: 'Inactive' },
] as const;

export type FormProps = {
  label: string;
  initial: typeof NEW_ACHIEVEMENT;
  submit: { label: string; busyLabel: string };
  /** Shows one as customers see it. */
  look: (achievement: Achievement) => ReactNode;
  save: (achievement: AchievementInput) => Promise<SaveOutcome>;
  onSaved: () => void;
  onCancel?: () => void;
  onDirty?: (isDirty: boolean) => void;
};

/** The fields of an achievement with its look, for a new one and for one that is edited. */
export function AchievementFields({ label, initial, submit, look, ...props }: FormProps) {
  const { save, onSaved, onCancel, onDirty } = props;
  const form = useSaveForm({ schema: AchievementForm, initial, save, onSaved });
  useEffect(() => onDirty?.(form.isDirty), [onDirty, form.isDirty]);
  const { values } = form;
  const put = (change: Partial<typeof NEW_ACHIEVEMENT>) => form.replace({ ...values, ...change });
  return (
    <Form aria-label={label} errors={form.errors} onSubmit={form.onSubmit}>
      <FormGrid>
        <TextField {...form.field('title')} label="Title" autoComplete="off" />
        <SelectField
          label="What is counted"
          options={TYPE_OPTIONS}
          value={typeOf(values.type)}
          onChange={(type) => put({ type })}
        />
        <TextField
          {...form.field('requiredCount')}
          label={values.type === 'rewards_earned' ? 'Dollars needed' : 'Referrals needed'}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField {...form.field('reward')} label="Reward text (Optional)" autoComplete="off" />
        <SelectField
          label="Status"
          options={STATES}
          value={values.isActive === 'true' ? 'true' : 'false'}
          onChange={(isActive) => put({ isActive })}
        />
        <WideField>
          <TextField {...form.field('description')} label="Description" autoComplete="off" />
        </WideField>
      </FormGrid>
      <LookFields values={values} onChange={put} look={look} />
      <div className="form-actions">
        {onCancel && (
          <Button variant="quiet" onPress={onCancel}>
            Cancel
          </Button>
        )}
        <SubmitButton isBusy={form.isBusy} busyLabel={submit.busyLabel}>
          {submit.label}
        </SubmitButton>
      </div>
    </Form>
  );
}
