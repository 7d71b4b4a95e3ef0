import { NewAvailableReward } from '@sunloop/shared-types/program/admin-reward.ts';
import type { AvailableReward } from '@sunloop/shared-types/program/reward.ts';
import * as v from 'valibot';
import { DeskNumberField } from '../../../ui/desk/number-field.tsx';
import { FormGrid, WideField } from '../../../ui/forms/form-grid.tsx';
import { numberField, requiredField } from '../../../ui/forms/form-values.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { SaveActions, type SaveFormProps } from '../../../ui/desk/save-form.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useSaveForm } from '../../../ui/desk/use-save-form.ts';

const { entries } = NewAvailableReward;
const RewardForm = v.object({
  name: requiredField('Name is required', entries.name),
  amount: requiredField('Amount is required', entries.amount),
  requiredReferrals: numberField(entries.requiredReferrals),
  description: entries.description,
});
export type RewardInput = v.InferOutput<typeof RewardForm>;

export const NEW_REWARD = { name: '', amount: '', requiredReferrals: '1', description: '' };

export function rewardValuesOf({ name, amount, requiredReferrals, description }: AvailableReward) {
  const count = String(requiredReferrals);
  return { name, amount, requiredReferrals: count, description: description ?? '' };
}

type Props = SaveFormProps<RewardInput> & { initial: typeof NEW_REWARD };

/** The fields of an advertised reward, for a new one and for editing. */
export function RewardFields({ label, submit, onCancel, ...saving }: Props) {
  const form = useSaveForm({ schema: RewardForm, ...saving });
  return (
    <Form aria-label={label} errors={form.errors} onSubmit={form.onSubmit}>
      <FormGrid>
        <TextField {...form.field('name')} label="Name" autoComplete="off" />
        <TextField {...form.field('amount')} label="Amount" autoComplete="off" />
        <DeskNumberField {...form.field('requiredReferrals')} label="Required referrals" />
        <WideField>
          <TextArea {...form.field('description')} label="Description (Optional)" />
        </WideField>
      </FormGrid>
      <SaveActions isBusy={form.isBusy} submit={submit} onCancel={onCancel} />
    </Form>
  );
}
