// @vitest-environment jsdom
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NotSent } from '@sunloop/engine/api/problems.ts';
import { anAdminReferral } from '@sunloop/engine/test/builders.ts';
import { WAITING_ACTS_MAX } from './bulk-acts.ts';
import { type ReadMatches, useSelectAll } from './use-select-all.ts';
import '../../../test/page/setup.ts';

const PAGE = Array.from({ length: 500 }, () => anAdminReferral());

function show(read: ReadMatches) {
  const onSelected = vi.fn<(rows: readonly AdminReferral[]) => void>();
  const { result, rerender } = renderHook(({ key }) => useSelectAll(key, read, onSelected), {
    initialProps: { key: 'one' },
  });
  return { result, rerender, onSelected };
}

test('everything that matches is read, page by page', async () => {
  const read = vi.fn<ReadMatches>(async (after) => ({ rows: PAGE, next: after ? undefined : 'b' }));
  const { result, onSelected } = show(read);
  await act(() => result.current.start());
  expect(read.mock.calls.map(([after]) => after)).toEqual([undefined, 'b']);
  expect(onSelected).toHaveBeenCalledExactlyOnceWith([...PAGE, ...PAGE]);
  expect(result.current.gathering).toEqual({ kind: 'none' });
});

test('of more than may be changed at once only the first are read', async () => {
  const read = vi.fn<ReadMatches>(async () => ({ rows: PAGE, next: 'more' }));
  const { result, onSelected } = show(read);
  await act(() => result.current.start());
  expect(read).toHaveBeenCalledTimes(WAITING_ACTS_MAX / PAGE.length);
  expect(onSelected.mock.lastCall?.[0]).toHaveLength(WAITING_ACTS_MAX);
  expect(result.current.gathering).toEqual({ kind: 'cut' });
});

test('what was cancelled, or belongs to another question, selects nothing', async () => {
  const answers: (() => void)[] = [];
  const read: ReadMatches = () =>
    new Promise((resolve) => answers.push(() => resolve({ rows: PAGE, next: undefined })));
  const { result, rerender, onSelected } = show(read);
  act(() => void result.current.start());
  expect(result.current.gathering).toEqual({ kind: 'running', count: 0 });
  act(() => result.current.cancel());
  act(() => void result.current.start());
  rerender({ key: 'other' });
  await act(async () => answers.forEach((answer) => answer()));
  expect(onSelected).not.toHaveBeenCalled();
  expect(result.current.gathering).toEqual({ kind: 'none' });
});

test('without signal it says that it needs a connection', async () => {
  const { result, onSelected } = show(async () => Promise.reject(new NotSent('offline')));
  await act(() => result.current.start());
  expect(result.current.gathering).toMatchObject({ message: /needs a connection/ });
  expect(onSelected).not.toHaveBeenCalled();
});
