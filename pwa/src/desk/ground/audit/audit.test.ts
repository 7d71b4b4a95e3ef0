import type { AuditLog } from '@sunloop/shared-types/ground/audit.ts';
import { expect, test } from 'vitest';
import { auditFilterOf, isNarrowed } from './audit-filter.ts';
import { actionLabel, actionOptions, deedWords, detailLines } from './audit-words.ts';
import { mergeLines } from './merge-lines.ts';

const NONE = {
  action: undefined,
  entity: undefined,
  userId: undefined,
  from: undefined,
  to: undefined,
};
const line = (id: string) => ({ id }) as AuditLog;
const lines = (...ids: string[]) => ids.map(line);
const idsOf = (merged: readonly AuditLog[]) => merged.map(({ id }) => id);

test('an unknown action is shown by its name and can be chosen', () => {
  expect(actionLabel('user.reset_password')).toBe('Reset a password');
  expect(actionLabel('moon.fly_by')).toBe('moon fly by');
  expect(actionOptions('moon.fly_by').at(-1)).toEqual({ id: 'moon.fly_by', label: 'moon.fly_by' });
  expect(actionOptions('user.create')).toHaveLength(actionOptions(undefined).length);
});

test('each change is a line of its own; text from people is not split', () => {
  const phone = { field: 'phone', from: null, to: '555; role: customer → admin' };
  const role = { field: 'role', from: 'customer', to: 'admin' };
  const linesOf = (changes: AuditLog['changes'], details: string | null, entity = 'user') =>
    detailLines({ action: 'x', changes, details, entity });
  expect(linesOf([phone, role], 'both')).toEqual([
    'Phone: none → 555; role: customer → admin',
    'Role: Customer → Administrator',
  ]);
  // A person may be named as a role is.
  expect(linesOf([{ field: 'username', from: 'admin', to: 'customer' }], 'both')).toEqual([
    'Username: admin → customer',
  ]);
  expect(linesOf([{ field: 'mayTake', from: 'false', to: 'true' }], 'both')).toEqual([
    'May take referrals for customers: no → yes',
  ]);
  expect(linesOf([{ field: 'referralCode', from: 'A', to: 'B' }], 'both')).toEqual([
    'Referral code: A → B',
  ]);
  const status = { field: 'status', from: 'submitted', to: 'in_progress' };
  expect(linesOf([status], 'both', 'referral')).toEqual(['Submitted → In Progress']);
  expect(linesOf([{ ...status, to: null }], 'both', 'referral')).toEqual(['was Submitted']);
  expect(linesOf([status], 'both', 'quote')).toEqual(['submitted → in_progress']);
});

test('a line says in a sentence whose status, password or payouts it was', () => {
  const line = { changes: null, details: null, subject: 'Bob' };
  const status = [{ field: 'status', from: 'submitted', to: 'completed' }];
  const step = { ...line, action: 'referral.status', entity: 'referral', changes: status };
  expect(deedWords(step)).toBe('Changed the status of Bob from Submitted to Completed');
  expect(detailLines(step)).toEqual([]);
  const reset = { ...line, action: 'user.reset_password', entity: 'user' };
  expect(deedWords(reset)).toBe('Reset the password of Bob');
  expect(deedWords({ ...reset, subject: null })).toBe('Reset a password');
  const details = '2 lines, $600; 2026-11; for 1 person; ids a, b';
  const paid = { ...line, action: 'payout.mark_paid', entity: 'payout', details };
  expect(deedWords(paid)).toBe('Marked payouts of Bob as paid');
  expect(detailLines(paid)).toEqual(['2 lines, $600; 2026-11; for 1 person']);
});

test('details are shown as they are where no changes tell', () => {
  const linesOf = (changes: AuditLog['changes'], details: string | null) =>
    detailLines({ action: 'x', changes, details, entity: 'user' });
  expect(linesOf(null, 'phone: none → 1; role: a → b')).toEqual(['phone: none → 1; role: a → b']);
  expect(linesOf(undefined, 'Ann')).toEqual(['Ann']);
  expect(linesOf([], 'nothing changed')).toEqual(['nothing changed']);
  expect(linesOf(null, null)).toEqual([]);
});

test('a filter from the URL keeps what the server understands', () => {
  const id = crypto.randomUUID();
  const search = {
    action: 'user.create',
    entity: '',
    userId: 'nobody',
    from: '2026-13-01',
    to: '2026-11-21',
  };
  expect(auditFilterOf(search)).toEqual({ action: 'user.create', to: '2026-11-21' });
  expect(auditFilterOf({ ...NONE, userId: id })).toEqual({ userId: id });
  expect(isNarrowed(auditFilterOf(NONE))).toBe(false);
});

test('a new first page joins the lines seen before without gaps or duplicates', () => {
  expect(idsOf(mergeLines(lines('d', 'c'), []))).toEqual(['d', 'c']);
  expect(idsOf(mergeLines(lines('e', 'd'), lines('d', 'c', 'b', 'a')))).toEqual([
    'e',
    'd',
    'c',
    'b',
    'a',
  ]);
  expect(idsOf(mergeLines(lines('z', 'y'), lines('d', 'c')))).toEqual(['z', 'y']);
});
