// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UserDb } from '../../data/user-db.ts';
import { aReferral } from '../../test/builders.ts';
import { anEntry, aRow } from '../../test/list-builders.ts';
import { listRows, type ListRow } from './list-rows.ts';
import { ReferralDetails } from './referral-details.tsx';
import '../../test/page/setup.ts';

const TAKEN = '2026-01-05T10:00:00.000Z';
const content = { name: 'Ann', phone: '555 0100', address: '1 Sun Road', date: TAKEN };
const refusal = { code: 'invalid', error: 'No', rejectedAt: 1, savedAt: 1 };

function show(parts: Partial<Parameters<typeof listRows>[0]>) {
  const [row] = listRows({ stored: [], entries: [], rejected: [], ...parts });
  const db = new UserDb(crypto.randomUUID());
  const nothing = () => undefined;
  render(
    <ReferralDetails db={db} row={row as ListRow} link="" onEdit={nothing} onClose={nothing} />,
  );
}

test.each([
  ['is stored', { stored: [aReferral({ ...content, reward: '$100' })] }],
  ['waits', { entries: [anEntry([aRow(content)])] }],
  ['was refused', { rejected: [{ id: 'r', row: aRow(content), ...refusal }] }],
])('a referral that %s shows day, contact, address and reward, and can be reminded', (_, parts) => {
  show(parts);
  const shown = [...document.querySelectorAll('dt')].map((term) => term.textContent);
  expect(shown).toEqual(expect.arrayContaining(['Date submitted', 'Email', 'Phone', 'Address']));
  expect(screen.getByText('1 Sun Road')).toBeTruthy();
  expect(screen.getByText('$100').dataset['paid']).toBe('false');
  expect(screen.getByRole('button', { name: 'Send Reminder' })).toBeTruthy();
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
