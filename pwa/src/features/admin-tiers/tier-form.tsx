import type { RewardTier } from '@sunloop/shared-types';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormGrid, WideField } from '../../ui/form-grid.tsx';
import { Form } from '../../ui/form.tsx';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FieldProps } from '../../ui/use-form.ts';
import { useSaveForm } from '../../ui/use-save-form.ts';
import { draftOf, TierForm, type TierInput, type TierValues } from './tier-form-values.ts';
import { TierPreview } from './tier-preview.tsx';

const STATES = [
  { id: 'true', label: 'Active' },
  { id: 'false', label: 'Inactive' },
] as const;

type Props = {
  label: string;
  initial: TierValues;
  submit: { label: string; busyLabel: string };
  /** The tier that is edited. */
  stored?: RewardTier;
  /** None while they are not known: then nothing can be said of overlaps. */
  tiers: readonly RewardTier[] | undefined;
  save: (tier: TierInput) => Promise<SaveOutcome>;
  onSaved: () => void;
  onCancel?: () => void;
  onDirty?: (isDirty: boolean) => void;
};

/** The fields of a tier, for a new one and for one that is edited. */
export function TierFields({
  label,
  initial,
  submit,
  stored,
  tiers,
  onCancel,
  onDirty,
  ...saving
}: Props) {
  const form = useSaveForm({ schema: TierForm, initial, ...saving });
  useEffect(() => onDirty?.(form.isDirty), [onDirty, form.isDirty]);
  return (
    <Form aria-label={label} errors={form.errors} onSubmit={form.onSubmit}>
      <FormGrid>
        <TextField {...form.field('name')} label="Name" autoComplete="off" />
        <TextField {...form.field('rewardAmount')} label="Reward amount" autoComplete="off" />
        <NumberField {...form.field('level')} label="Level" />
        <NumberField {...form.field('requiredReferrals')} label="Required referrals" />
        <NumberField {...form.field('minReferrals')} label="From referral (Optional)" />
        <NumberField {...form.field('maxReferrals')} label="To referral (Optional)" />
        <SelectField
          label="Status"
          options={STATES}
          value={form.values.isActive === 'true' ? 'true' : 'false'}
          onChange={(isActive) => form.replace({ ...form.values, isActive })}
        />
        <WideField>
          <TextArea {...form.field('description')} label="Description (Optional)" />
        </WideField>
      </FormGrid>
      {tiers && <TierPreview tiers={tiers} draft={draftOf(form.values, stored)} />}
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

function NumberField(props: FieldProps & { label: string }) {
  return <TextField {...props} inputMode="numeric" autoComplete="off" />;
}
