import type { PromisedRungs, RewardTier } from '@sunloop/shared-types/program/admin-reward.ts';
import { ActiveField } from '../../../ui/desk/active-field.tsx';
import { DeskNumberField } from '../../../ui/desk/number-field.tsx';
import { FormGrid, WideField } from '../../../ui/forms/form-grid.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { SaveActions, type SaveFormProps } from '../../../ui/desk/save-form.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useSaveForm } from '../../../ui/desk/use-save-form.ts';
import {
  amountFault,
  draftOf,
  TierForm,
  type TierInput,
  type TierValues,
} from './tier-form-values.ts';
import { TierPreview } from './tier-preview.tsx';

type Props = SaveFormProps<TierInput> & {
  initial: TierValues;
  /** The tier being edited. */
  stored?: RewardTier;
  /** Undefined while unknown, in which case nothing can be said about overlaps. */
  tiers: readonly RewardTier[] | undefined;
  promised: readonly PromisedRungs[] | undefined;
};

/** The fields of a tier, for a new one and for editing. */
export function TierFields({ label, submit, stored, tiers, promised, onCancel, ...saving }: Props) {
  const form = useSaveForm({ schema: TierForm, ...saving });
  const amount = form.field('rewardAmount');
  return (
    <Form aria-label={label} errors={form.errors} onSubmit={form.onSubmit}>
      <FormGrid>
        <TextField {...form.field('name')} label="Name" autoComplete="off" />
        <TextField
          {...amount}
          error={amount.error ?? amountFault(form.values.rewardAmount)}
          label="Reward amount"
          autoComplete="off"
        />
        <DeskNumberField {...form.field('level')} label="Level" />
        <DeskNumberField {...form.field('requiredReferrals')} label="Required referrals" />
        <DeskNumberField {...form.field('minReferrals')} label="From referral (Optional)" />
        <DeskNumberField {...form.field('maxReferrals')} label="To referral (Optional)" />
        <ActiveField
          value={form.values.isActive}
          onChange={(isActive) => form.replace({ ...form.values, isActive })}
        />
        <WideField>
          <TextArea {...form.field('description')} label="Description (Optional)" />
        </WideField>
      </FormGrid>
      {tiers && (
        <TierPreview tiers={tiers} promised={promised} draft={draftOf(form.values, stored)} />
      )}
      <SaveActions isBusy={form.isBusy} submit={submit} onCancel={onCancel} />
    </Form>
  );
}
