import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import {
  type AchievementDefinition,
  NewAchievement,
} from '@sunloop/shared-types/program/admin-achievement.ts';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { ActiveField } from '../../../ui/desk/active-field.tsx';
import { DeskNumberField } from '../../../ui/desk/number-field.tsx';
import { DeskSelect } from '../../../ui/desk/select.tsx';
import { FormGrid, WideField } from '../../../ui/forms/form-grid.tsx';
import { numberField, requiredField } from '../../../ui/forms/form-values.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { SaveActions, type SaveFormProps } from '../../../ui/desk/save-form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useSaveForm } from '../../../ui/desk/use-save-form.ts';
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

type Props = SaveFormProps<AchievementInput> & {
  initial: typeof NEW_ACHIEVEMENT;
  /** Shows an achievement as customers see it. */
  look: (achievement: Achievement) => ReactNode;
};

/** The fields of an achievement and its look, for a new one and for editing. */
export function AchievementFields({ label, submit, look, onCancel, ...saving }: Props) {
  const form = useSaveForm({ schema: AchievementForm, ...saving });
  const { values } = form;
  const put = (change: Partial<typeof NEW_ACHIEVEMENT>) => form.replace({ ...values, ...change });
  return (
    <Form aria-label={label} errors={form.errors} onSubmit={form.onSubmit}>
      <FormGrid>
        <TextField {...form.field('title')} label="Title" autoComplete="off" />
        <DeskSelect
          label="What is counted"
          options={TYPE_OPTIONS}
          value={typeOf(values.type)}
          onChange={(type) => put({ type })}
        />
        <DeskNumberField
          {...form.field('requiredCount')}
          label={values.type === 'rewards_earned' ? 'Dollars needed' : 'Referrals needed'}
        />
        <TextField {...form.field('reward')} label="Reward text (Optional)" autoComplete="off" />
        <ActiveField value={values.isActive} onChange={(isActive) => put({ isActive })} />
        <WideField>
          <TextField {...form.field('description')} label="Description" autoComplete="off" />
        </WideField>
      </FormGrid>
      <LookFields values={values} onChange={put} look={look} />
      <SaveActions isBusy={form.isBusy} submit={submit} onCancel={onCancel} />
    </Form>
  );
}
