import type { AuditLog } from '@sunloop/shared-types';
import { expect, test } from 'vitest';
import { auditFilterOf, isNarrowed } from './audit-filter.ts';
import { actionLabel, actionOptions, detailLines } from './audit-words.ts';
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

test('each change in the details is a line of its own; text from people is not split', () => {
  const linesOf = (details: string | null, entity = 'user') => detailLines({ details, entity });
  expect(linesOf('role: customer → admin; phone: none → 555')).toEqual([
    'role: customer → admin',
    'phone: none → 555',
  ]);
  expect(linesOf('Ann; Bob')).toEqual(['Ann; Bob']);
  expect(linesOf(null)).toEqual([]);
  expect(linesOf('submitted → in_progress', 'referral')).toEqual(['Submitted → In Progress']);
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
