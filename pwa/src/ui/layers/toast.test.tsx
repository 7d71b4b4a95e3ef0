// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putToast, ToastRegion, useToast } from './toast.tsx';
import '../../test/page/setup.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const say = (title: string) => act(() => putToast({ title, description: 'So it is.' }));

test('a toast has an id and is open until it is dismissed; its record is removed after SPEC’s delay', () => {
  render(<ToastRegion />);
  say('Saved');
  const { toast } = useToast.getState();
  expect(toast).toMatchObject({ id: expect.any(String), open: true, title: 'Saved' });
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Saved')).toBeNull();
  expect(useToast.getState().toast).toEqual({ ...toast, open: false });
  act(() => void vi.advanceTimersByTime(999_999));
  expect(useToast.getState().toast).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(useToast.getState().toast).toBeNull();
});

test('a newer toast replaces the older one and does not close at the older one’s time', () => {
  render(<ToastRegion />);
  say('One');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  say('Two');
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByText('Two')).toBeTruthy();
  expect(screen.queryByText('One')).toBeNull();
});

test('a quiet toast waits until no other is open', () => {
  render(<ToastRegion />);
  say('Loud');
  act(() => putToast({ title: 'Quiet', description: 'Later.', isQuiet: true }));
  expect(screen.queryByText('Quiet')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.getByText('Quiet')).toBeTruthy();
});

test('a quiet toast whose place another one took comes back after it', () => {
  render(<ToastRegion />);
  act(() => putToast({ title: 'Quiet', description: 'Later.', isQuiet: true }));
  say('Loud');
  expect(screen.queryByText('Quiet')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.getByText('Quiet')).toBeTruthy();
});
