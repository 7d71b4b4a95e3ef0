// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoticeRegion } from './notice-region.tsx';
import { showToast, standNotice, useNotices } from './notices.ts';
import '../../test/page/setup.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  useNotices.setState({ toast: null, standing: {} });
});

const textOf = (title: string) => ({ title, description: 'So it is.' });
const say = (title: string) => act(() => showToast(textOf(title)));
const dismiss = () => fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));

test('a toast has an id and is open until it is dismissed; its record is removed after SPEC’s delay', () => {
  render(<NoticeRegion />);
  say('Saved');
  const { toast } = useNotices.getState();
  expect(toast).toMatchObject({ id: expect.any(Number), open: true, title: 'Saved' });
  dismiss();
  expect(screen.queryByText('Saved')).toBeNull();
  expect(useNotices.getState().toast).toEqual({ ...toast, open: false });
  act(() => void vi.advanceTimersByTime(999_999));
  expect(useNotices.getState().toast).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(useNotices.getState().toast).toBeNull();
});

test('a newer toast replaces the older one and does not close at the older one’s time', () => {
  render(<NoticeRegion />);
  say('One');
  act(() => void vi.advanceTimersByTime(5500));
  say('Two');
  act(() => void vi.advanceTimersByTime(5500));
  expect(screen.getByText('Two')).toBeTruthy();
  expect(screen.queryByText('One')).toBeNull();
  act(() => void vi.advanceTimersByTime(500));
  expect(screen.queryByText('Two')).toBeNull();
});

test('one notice is shown at a time: toasts first, then what stands by its importance, until each is over', () => {
  render(<NoticeRegion />);
  const shown = () =>
    [...document.querySelectorAll('.notice')].map(({ textContent }) => textContent);
  act(() => standNotice('version', textOf('New version.')));
  expect(shown()).toEqual(['New version. So it is.']);
  act(() => standNotice('profile', textOf('Profile.')));
  act(() => standNotice('missing', textOf('Missing.')));
  expect(shown()).toEqual(['Missing. So it is.']);
  act(() => standNotice('trouble', textOf('Trouble.')));
  expect(shown()).toEqual(['Trouble. So it is.']);
  say('Copied.');
  expect(shown()).toEqual(['Copied. So it is.']);
  dismiss();
  expect(shown()).toEqual(['Trouble. So it is.']);
  act(() => standNotice('trouble'));
  expect(shown()).toEqual(['Missing. So it is.']);
  act(() => standNotice('missing'));
  expect(shown()).toEqual(['New version. So it is.']);
  act(() => standNotice('version'));
  expect(shown()).toEqual(['Profile. So it is.']);
  act(() => standNotice('profile'));
  expect(shown()).toEqual([]);
});

test('an achievement has its turn before a new version, which is hidden meanwhile', () => {
  render(<NoticeRegion />);
  act(() => standNotice('version', textOf('New version.')));
  act(() => standNotice('achievement', textOf('First Ray')));
  expect(document.querySelector('.notice')).toBeNull();
  act(() => standNotice('achievement'));
  expect(screen.getByText('New version.')).toBeTruthy();
});
