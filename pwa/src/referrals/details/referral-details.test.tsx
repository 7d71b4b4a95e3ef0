// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UserDb } from '@sunloop/engine/data/user-db.ts';
import { anOpenDb, aReferral } from '@sunloop/engine/test/builders.ts';
import { anEntry, aRow, keepLadder } from '@sunloop/engine/test/list-builders.ts';
import { listRows, type ListRow } from '@sunloop/engine/rows.ts';
import { ReferralDetails } from './referral-details.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

const TAKEN = '2026-01-05T10:00:00.000Z';
const content = { name: 'Ann', phone: '555 0100', address: '1 Sun Road', date: TAKEN };
const refusal = { code: 'invalid', error: 'No', rejectedAt: 1, savedAt: 1 };

function show(
  parts: Partial<Parameters<typeof listRows>[0]>,
  db = new UserDb(crypto.randomUUID()),
) {
  const [row] = listRows({ stored: [], entries: [], rejected: [], ...parts });
  const nothing = () => undefined;
  render(
    <ReferralDetails
      row={row as ListRow}
      money={null}
      renderReceipt={() => null}
      link=""
      onEdit={nothing}
      onForget={nothing}
      onClose={nothing}
    />,
    withDb(db),
  );
}

test.each([
  ['is stored', { stored: [aReferral({ ...content, reward: '$100' })] }],
  ['waits', { entries: [anEntry([aRow(content)])] }],
  ['was refused', { rejected: [{ id: 'r', row: aRow(content), ...refusal }] }],
])('a referral that %s shows day, contact and address', (_, parts) => {
  show(parts);
  const shown = [...document.querySelectorAll('dt')].map((term) => term.textContent);
  expect(shown).toEqual(expect.arrayContaining(['Date submitted', 'Email', 'Phone', 'Address']));
  expect(screen.getByText('1 Sun Road')).toBeTruthy();
});

test.each([
  ['submitted', { stored: [aReferral({ status: 'submitted' })] }, true],
  ['contacted', { stored: [aReferral({ status: 'contact_made' })] }, true],
  ['in progress', { stored: [aReferral({ status: 'in_progress' })] }, false],
  ['completed', { stored: [aReferral({ status: 'completed' })] }, false],
  ['waiting to be sent', { entries: [anEntry([aRow(content)])] }, false],
  ['refused', { rejected: [{ id: 'r', row: aRow(content), ...refusal }] }, false],
])('a friend who is %s can be reminded if that makes sense', (_, parts, isOffered) => {
  show(parts);
  expect(screen.queryAllByRole('button', { name: 'Send Reminder' })).toHaveLength(
    Number(isOffered),
  );
});

test('an open referral shows what its rung pays when installed, and not its stored reward', async () => {
  const db = await anOpenDb();
  await keepLadder(db);
  const [ann, ahead] = [
    aReferral({ ...content, reward: '$100' }),
    aReferral({ status: 'in_progress', createdAt: '2026-03-01T00:00:00.000Z' }),
  ];
  await db.referrals.bulkAdd([ann, ahead]);
  show({ stored: [ann] }, db);
  const sum = await screen.findByText('$1,000');
  expect(sum.dataset['earned']).toBe('false');
  expect(sum.nextSibling?.textContent).toBe('when installed');
});

test('a completed referral shows what it earned', () => {
  show({ stored: [aReferral({ ...content, status: 'completed', reward: '$1000' })] });
  expect(screen.getByText('$1,000').dataset['earned']).toBe('true');
});

test('a referral that was received long after it was taken shows both times', () => {
  show({ stored: [aReferral({ ...content, createdAt: '2026-01-09T10:00:00.000Z' })] });
  expect(screen.getByText('Received').nextSibling?.textContent).toContain('Jan 9, 2026');
  expect(screen.getByText('Date submitted').nextSibling?.textContent).toBe('Jan 5, 2026');
});

test('a referral that was received at once shows only one day', () => {
  show({ stored: [aReferral({ ...content, createdAt: TAKEN })] });
  expect(screen.queryByText('Received')).toBeNull();
});
