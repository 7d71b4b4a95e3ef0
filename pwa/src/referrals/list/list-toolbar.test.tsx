// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import '../../test/page/setup.ts';
import type { ListView } from './list-search.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { filtersOf } from './list-view.ts';

test('typing, filter and sort each tell of themselves alone, for the URL may not have the others yet', async () => {
  const onView = vi.fn<(patch: Partial<ListView>) => void>();
  const view: ListView = { status: 'completed', sort: 'oldest', q: 'ada' };
  const shown = { view, count: 0, fetchedAt: 0, next: undefined, filters: filtersOf([]) };
  render(<ListToolbar {...shown} onView={onView} />);
  await userEvent.type(screen.getByRole('searchbox'), 'm');
  await waitFor(() => expect(onView).toHaveBeenLastCalledWith({ q: 'adam' }));
  const status = screen.getByRole('combobox', { name: 'Status' });
  await userEvent.selectOptions(status, 'contact_made');
  expect(onView).toHaveBeenLastCalledWith({ status: 'contact_made' });
  await userEvent.selectOptions(status, 'all');
  expect(onView).toHaveBeenLastCalledWith({ status: undefined });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Newest');
  expect(onView).toHaveBeenLastCalledWith({ sort: undefined });
  await userEvent.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(onView).toHaveBeenLastCalledWith({ q: undefined }));
});
