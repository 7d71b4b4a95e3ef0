// @vitest-environment jsdom
import type { AdminStats } from '@sunloop/shared-types/ground/admin.ts';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../test/page/setup.ts';
import { FaultNotice } from './fault-notice.tsx';

const NONE: AdminStats = {
  totalUsers: 1,
  totalReferrals: 0,
  completedReferrals: 0,
  totalReferralsPaidOut: 0,
};
const draw = (faults?: AdminStats['faults']) =>
  render(<FaultNotice stats={{ kind: 'ready', data: { ...NONE, faults } }} />);

test('one line says what is wrong with the server, and how much more', () => {
  const backup = { check: 'backup', say: 'none was saved for 50 hours' };
  draw([backup, { check: 'mail', say: '3 messages wait' }]);
  expect(screen.getByRole('status').textContent).toBe(
    'Wrong with the server: backup: none was saved for 50 hours. And 1 more: sunloop doctor says all',
  );
});

test('where nothing is wrong, and in answers of before, nothing is said', () => {
  draw([]);
  draw();
  expect(screen.queryByRole('status')).toBeNull();
});
