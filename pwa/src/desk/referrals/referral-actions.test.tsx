// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CompletionPreview } from '@sunloop/shared-types/program/admin-completion.ts';
import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral, ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { expect, test, vi } from 'vitest';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { anAdminReferral } from '@sunloop/engine/test/builders.ts';
import { ReferralActions } from './referral-actions.tsx';
import '../../test/page/setup.ts';
import { choose } from '../../test/page/choose.ts';

const ada = anAdminReferral({ name: 'Ada Lovelace', status: 'submitted' });
const FULL_DISK = { isSaved: false, code: null, message: 'No space left', fields: {} } as const;

const PAYS = 'Pays Sam $1,000, their 8th install.';
const TOLD: CompletionPreview = {
  referrals: 1,
  pays: '$1,000',
  people: [
    {
      userId: ada.userId,
      username: 'Sam',
      pays: '$1,000',
      rungs: [{ ordinal: 8, reward: '$1,000' }],
    },
  ],
};

function show(outcome: SaveOutcome = { isSaved: true }) {
  const onAct = vi.fn<(act: ReferralAct) => Promise<SaveOutcome>>(async () => outcome);
  const onDeleted = vi.fn<() => void>();
  const of = (referral: AdminReferral) => (
    <ReferralActions
      referral={referral}
      onAct={onAct}
      isUndecided={false}
      onAskPay={async () => TOLD}
      onDeleted={onDeleted}
    />
  );
  const { rerender } = render(of(ada));
  return { onAct, onDeleted, arrive: (status: ReferralStatus) => rerender(of({ ...ada, status })) };
}

test('Update is enabled for a different status, and passes on which one was seen', async () => {
  const { onAct } = show();
  const button = screen.getByRole('button', { name: 'Update' });
  expect(button).toHaveProperty('disabled', true);
  await choose(screen.getByLabelText('Status'), 'Completed');
  await screen.findByText(PAYS);
  await userEvent.click(button);
  const act = { act: 'status', id: ada.id, status: 'completed', expected: 'submitted' };
  expect(onAct).toHaveBeenCalledWith(act, PAYS);
});

test('a possible duplicate is not completed before somebody has decided', async () => {
  const ask = vi.fn(async () => TOLD);
  const nothing = () => undefined;
  const onAct = async () => ({ isSaved: true }) as const;
  render(
    <ReferralActions referral={ada} isUndecided onAct={onAct} onAskPay={ask} onDeleted={nothing} />,
  );
  await choose(screen.getByLabelText('Status'), 'Completed');
  expect(await screen.findByText(/decide first whether they are the same person/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Update' })).toHaveProperty('disabled', true);
  expect(ask).not.toHaveBeenCalled();
  await choose(screen.getByLabelText('Status'), 'In Progress');
  expect(screen.getByRole('button', { name: 'Update' })).toHaveProperty('disabled', false);
});

test('after Update the focus stays on the status', async () => {
  const { arrive } = show();
  await choose(screen.getByLabelText('Status'), 'In Progress');
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  arrive('in_progress');
  expect(document.activeElement).toBe(screen.getByLabelText('Status'));
});

test('without an answer it says so, and completing is still possible', async () => {
  const preview: { value?: CompletionPreview } = {};
  const onAct = vi.fn<(act: ReferralAct) => Promise<SaveOutcome>>(async () => ({ isSaved: true }));
  render(
    <ReferralActions
      referral={ada}
      onAct={onAct}
      isUndecided={false}
      onAskPay={async () => preview.value}
      onDeleted={() => undefined}
    />,
  );
  await choose(screen.getByLabelText('Status'), 'Completed');
  await screen.findByText(/the amount is shown when there is a connection/);
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect(onAct).toHaveBeenCalledOnce();
});

async function confirmDeletion(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const question = within(screen.getByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
}

test('Delete asks first, in the words of the specification', async () => {
  const { onAct, onDeleted } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Delete Ada Lovelace' });
  expect(dialog.textContent).toContain(
    'Are you sure you want to delete this referral? This action cannot be undone.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onAct).not.toHaveBeenCalled();
  await confirmDeletion();
  expect(onAct).toHaveBeenCalledWith({ act: 'delete', id: ada.id, expected: 'submitted' });
  expect(onDeleted).toHaveBeenCalledOnce();
});

test('a status that arrives is shown, in place of one that was only chosen', async () => {
  const { arrive } = show();
  await choose(screen.getByLabelText('Status'), 'In Progress');
  arrive('completed');
  expect(screen.getByLabelText('Status').textContent).toContain('Completed');
  expect(screen.getByRole('button', { name: 'Update' })).toHaveProperty('disabled', true);
});

test('a status that arrives meanwhile does not close the question, which deletes what was seen', async () => {
  const { arrive, onAct } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  arrive('completed');
  const question = within(screen.getByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  expect(onAct).toHaveBeenCalledWith({ act: 'delete', id: ada.id, expected: 'submitted' });
});

test('a deletion this device could not save is not announced', async () => {
  const { onDeleted } = show(FULL_DISK);
  await confirmDeletion();
  expect(onDeleted).not.toHaveBeenCalled();
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});
