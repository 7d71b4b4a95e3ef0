// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { ConflictRow } from '@sunloop/engine/data/user-db.ts';
import { aCall, anAdminReferral } from '@sunloop/engine/test/builders.ts';
import { ActConflicts } from './act-conflicts.tsx';
import { StatusDetail } from './status-detail.tsx';
import { StatusDesk } from './status-desk.tsx';
import { deskRowOf } from '../desk-row.ts';
import { FIRST_VIEW } from '../desk-view.ts';
import type { ReferralList } from '../referral-list.ts';
import '../../../test/page/setup.ts';

const ada = anAdminReferral({ name: 'Ada Lovelace', status: 'submitted' });
const conflict: ConflictRow = {
  id: ada.id,
  act: { act: 'status', id: ada.id, status: 'completed', expected: 'submitted' },
  referral: { ...ada, status: 'in_progress' },
  outcome: 'conflict',
  at: 1,
  who: 'Ada Lovelace',
};

function showConflicts(...conflicts: ConflictRow[]) {
  const onKeepTheirs = vi.fn<(kept: readonly ConflictRow[]) => void>();
  const onSetMine = vi.fn<(one: ConflictRow) => void>();
  render(<ActConflicts conflicts={conflicts} onKeepTheirs={onKeepTheirs} onSetMine={onSetMine} />);
  return { onKeepTheirs, onSetMine };
}

test('a conflict shows both values and lets the person decide (rule 27)', async () => {
  const { onKeepTheirs, onSetMine } = showConflicts(conflict);
  expect(screen.getByText('Mine').nextSibling?.textContent).toBe('Completed');
  expect(screen.getByText('Theirs').nextSibling?.textContent).toBe('In Progress');
  await userEvent.click(screen.getByRole('button', { name: 'Set mine: Ada Lovelace' }));
  expect(onSetMine).toHaveBeenCalledWith(conflict);
  await userEvent.click(screen.getByRole('button', { name: 'Keep theirs: Ada Lovelace' }));
  expect(onKeepTheirs).toHaveBeenCalledWith([conflict]);
});

test('a call the server lost is told with its note and can be noted again (rules 27 and 38)', async () => {
  const call = aCall(ada.id, { outcome: 'no_answer', note: 'Voicemail' });
  const { onSetMine } = showConflicts({ ...conflict, id: call.key, act: call, outcome: 'lost' });
  expect(screen.getByText(/does not know of your call to/).textContent).toContain('No answer');
  expect(screen.getByText('Note: Voicemail')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Note it again: Ada Lovelace' }));
  expect(onSetMine).toHaveBeenCalledOnce();
});

test('a deleted referral can only be dismissed, a refused change can be tried again', () => {
  const other = anAdminReferral({ name: 'Bob' });
  showConflicts(
    { ...conflict, outcome: 'gone', referral: null },
    {
      ...conflict,
      id: other.id,
      who: 'Bob',
      outcome: 'refused',
      referral: null,
      error: 'Not allowed',
    },
  );
  expect(screen.queryByRole('button', { name: 'Set mine: Ada Lovelace' })).toBeNull();
  expect(screen.getByText(/was deleted by somebody else/)).toBeTruthy();
  expect(screen.getByText('Bob: Not allowed')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again: Bob' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Keep theirs for all' })).toBeTruthy();
});

test('a waiting change can be taken back', async () => {
  const onTakeBack = vi.fn<() => void>();
  render(<StatusDetail row={deskRowOf(ada, {})} actions={null} onTakeBack={onTakeBack} />);
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }));
  expect(onTakeBack).toHaveBeenCalledOnce();
});

test.each([
  ['submitted', '$300', 'true'],
  ['completed', '$300', 'false'],
])('the reward of a referral that is %s reads %s, and is muted: %s', (status, text, isMuted) => {
  const referral = anAdminReferral({ status, reward: '$300' });
  render(
    <StatusDetail
      row={deskRowOf(referral, undefined)}
      actions={null}
      onTakeBack={() => undefined}
    />,
  );
  expect(screen.getByText(text).dataset['muted']).toBe(isMuted);
});

const counts = { submitted: 1200, contact_made: 2, in_progress: 3, completed: 4 };
const list: ReferralList = {
  missing: undefined,
  isBehind: false,
  length: 0,
  rest: 'none',
  rowAt: () => undefined,
  placeOf: () => -1,
  request: () => undefined,
  retry: () => undefined,
};

function showDesk(overrides: Partial<ReferralList>, view = FIRST_VIEW) {
  const on = { onView: vi.fn<() => void>(), onChoose: vi.fn<() => void>() };
  render(
    <StatusDesk
      list={{ ...list, ...overrides }}
      total={0}
      counts={{ kind: 'ready', data: counts }}
      view={view}
      chosenId={undefined}
      {...on}
    >
      nothing chosen
    </StatusDesk>,
  );
}

test('the summary has four counts', () => {
  showDesk({});
  expect(screen.getByText('1,200').previousSibling?.textContent).toBe('Submitted');
  expect(screen.getAllByRole('definition')).toHaveLength(4);
});

test.each([
  ['loading', { missing: 'loading' as const }, 'All referrals: loading'],
  ['offline', { missing: 'offline' as const }, /once there is a connection/],
  ['failed', { missing: 'error' as const }, /could not be loaded/],
  ['empty', {}, /No referrals yet/],
  ['behind an empty one', { isBehind: true }, 'All referrals: loading'],
])('a list that is %s says so', (_, overrides, text) => {
  showDesk(overrides);
  const shown = screen.queryByText(text) ?? screen.queryByLabelText(text);
  expect(shown).toBeTruthy();
});

test('a search without matches offers a way back', () => {
  showDesk({}, { ...FIRST_VIEW, q: 'nobody' });
  expect(screen.getByRole('button', { name: 'Show all' })).toBeTruthy();
});
