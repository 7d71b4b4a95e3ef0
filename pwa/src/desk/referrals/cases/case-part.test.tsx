// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  CaseMember,
  DuplicateDecision,
  ReferralCase,
} from '@sunloop/shared-types/referrals/cases.ts';
import { expect, test, vi } from 'vitest';
import { formatMoment } from '../../../lib/format-date.ts';
import { anAdminReferral } from '@sunloop/engine/test/builders.ts';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import '../../../test/page/setup.ts';
import { CasePart } from './case-part.tsx';

function aMember(referrerName: string, share?: number | null): CaseMember {
  const isDecided = share !== undefined;
  const referral = anAdminReferral({
    referrerName,
    userId: crypto.randomUUID(),
    share: share ?? null,
  });
  return { referral, isDecided, events: [], calls: [] };
}

function show(members: CaseMember[], more: Partial<ReferralCase> = {}) {
  const onDecide = vi.fn<(decision: DuplicateDecision) => Promise<SaveOutcome>>(async () => ({
    isSaved: true,
  }));
  const found = { members, isPaidElsewhere: false, proposal: null, ...more };
  const shownId = members[0]?.referral.id ?? '';
  render(
    <CasePart
      found={found}
      shownId={shownId}
      onDecide={onDecide}
      renderReceipt={() => 'AAAA'}
      onOpen={() => undefined}
    />,
  );
  return onDecide;
}

const idsOf = (members: readonly CaseMember[]) => members.map(({ referral }) => referral.id);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('an open case says whom the rule would pay and why, and one press pays them', async () => {
  const members = [aMember('Maya'), aMember('Omar')];
  const paid = idsOf(members).slice(1);
  const onDecide = show(members, { proposal: { rule: 'first_taken_within_days', paid } });
  expect(screen.getByRole('status').textContent).toBe(
    'If they are one person, our rule pays Omar: it was taken first by their device, and arrived in time. Completed waits until you decide.',
  );
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual([
    'Same person: pay Omar',
    'Same person: pay Maya',
    'Same person: pay each half',
    'They are different people',
  ]);
  await press('Same person: pay Omar');
  expect(onDecide).toHaveBeenCalledWith({ people: 'same', of: idsOf(members), paid });
});

test('a referrer who has two referrals of the person is offered once', async () => {
  const members = [aMember('Maya'), aMember('Omar')];
  const again = aMember('Maya');
  const userId = members[0]?.referral.userId ?? '';
  const all = [...members, { ...again, referral: { ...again.referral, userId } }];
  const onDecide = show(all);
  expect(screen.getAllByRole('button', { name: 'Same person: pay Maya' })).toHaveLength(1);
  await press('Same person: pay each half');
  expect(onDecide).toHaveBeenCalledWith({ people: 'same', of: idsOf(all), paid: idsOf(members) });
});

test('what was decided stands in the table, and can be decided otherwise', async () => {
  const members = [aMember('Maya', 1), aMember('Omar', 0)];
  const onDecide = show(members);
  expect(screen.getByRole('row', { name: /^Paid/ }).textContent).toBe('PaidIn fullNothing');
  await press('Decide otherwise');
  await press('They are different people');
  expect(onDecide).toHaveBeenCalledWith({ people: 'different', of: idsOf(members) });
});

test('a later one can be told apart alone', async () => {
  const members = [aMember('Maya', 1), aMember('Omar', 0), aMember('Sofia')];
  const onDecide = show(members);
  await press('Sofia’s is a different person');
  expect(onDecide).toHaveBeenCalledWith({ people: 'different', of: idsOf(members).slice(2) });
});

test('one told apart is no longer asked about with the others', async () => {
  const members = [aMember('Maya', 1), aMember('Omar', 0), aMember('Sofia', null), aMember('Ali')];
  const onDecide = show(members);
  expect(screen.queryByRole('button', { name: 'Same person: pay Sofia' })).toBeNull();
  await press('Same person: pay Ali');
  const [maya = '', omar = '', , ali = ''] = idsOf(members);
  expect(onDecide).toHaveBeenCalledWith({ people: 'same', of: [maya, omar, ali], paid: [ali] });
});

test('when the paid one has no person any more, a later one is paid nothing or told apart', async () => {
  const members = [aMember('Maya', 0), aMember('Omar')];
  const onDecide = show(members, { isPaidElsewhere: true });
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(['Same person: pay nothing', 'Omar’s is a different person']);
  await press('Same person: pay nothing');
  expect(onDecide).toHaveBeenCalledWith({ people: 'same', of: idsOf(members).slice(1), paid: [] });
});

test('of one that a restore lost both times are told, the one of its receipt first', () => {
  const [first, second] = [aMember('Maya'), aMember('Omar')];
  const { createdAt } = first.referral;
  show([{ ...first, firstReceivedAt: '2026-01-02T03:04:05.000Z' }, second]);
  const cells = screen.getByRole('row', { name: /^Received/ }).querySelectorAll('td');
  const [told, other] = [...cells].map(({ textContent }) => textContent);
  expect(told).toMatch(/^Jan \d, 2026.*, by its receipt; again .*, after our server had lost it$/);
  expect(told).toContain(formatMoment(createdAt));
  expect(other).toBe(formatMoment(second.referral.createdAt));
});
