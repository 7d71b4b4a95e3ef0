// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { findHandedFile, keepHandedFile } from '@sunloop/engine/data/handed-file.ts';
import { fakeCaches } from '@sunloop/engine/test/fake-caches.ts';
import { HandedNotice } from './handed-notice.tsx';
import '../../test/page/setup.ts';

beforeEach(() => {
  vi.stubGlobal('caches', fakeCaches());
});

test('what was shared and is not here is said, and of what was not shared nothing', async () => {
  const { rerender } = render(<HandedNotice wasShared />);
  await screen.findByText('Nothing arrived.');
  rerender(<HandedNotice />);
  await waitFor(() => expect(screen.queryByText('Nothing arrived.')).toBeNull());
});

test('what was shared and waits is named', async () => {
  await keepHandedFile({ file: new File(['a,b'], 'Gäste.csv'), others: 0 });
  render(<HandedNotice wasShared />);
  expect(await screen.findByText('‘Gäste.csv’ waits here.')).toBeTruthy();
  expect(screen.queryByText('Nothing arrived.')).toBeNull();
});

test('the sign-in page says what waits, and it can be discarded', async () => {
  await keepHandedFile({ file: new File(['a,b'], 'Gäste.csv'), others: 0 });
  render(<HandedNotice />);
  expect(await screen.findByText('‘Gäste.csv’ waits here.')).toBeTruthy();
  expect(await findHandedFile()).toBe('Gäste.csv');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('‘Gäste.csv’ waits here.')).toBeNull());
  expect(await findHandedFile()).toBeUndefined();
});
