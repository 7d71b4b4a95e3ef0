// @vitest-environment jsdom
import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { AchievementPopup } from './achievement-popup.tsx';
import { AchievementsContent } from './achievements-dialog.tsx';
import '../../test/page/setup.ts';

afterEach(() => void vi.useRealTimers());

function anAchievement(overrides: Partial<Achievement> = {}): Achievement {
  return {
    id: crypto.randomUUID(),
    title: 'First Ray',
    description: 'Submit your first referral',
    type: 'referrals_submitted',
    icon: 'star',
    rarity: 'common',
    ...overrides,
  };
}

test('each list says when it is empty, and its tab shows its count', async () => {
  const data = { earned: [], available: [], locked: [] };
  render(<AchievementsContent of={{ kind: 'ready', data }} />);
  expect(screen.getByText(/^No achievements earned yet/)).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Available (0)' }));
  expect(screen.getByText(/^All available achievements completed!/)).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Locked (0)' }));
  expect(screen.getByText('No locked achievements. Great job!')).toBeTruthy();
});

test('no task is shown that is done', async () => {
  const done = anAchievement({ progress: { current: 300, total: 300 } });
  const data = { earned: [], available: [done], locked: [] };
  render(<AchievementsContent of={{ kind: 'ready', data }} />);
  expect(screen.queryByText(/more to earn/)).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Available (0)' }));
  expect(screen.getByText(/^All available achievements completed!/)).toBeTruthy();
});

test('locked achievements say once how to unlock them, and each opens; a bar never passes a hundred percent', async () => {
  const over = anAchievement({ title: 'Over', progress: { current: 700, total: 300 } });
  const data = { earned: [], available: [], locked: [over, anAchievement()] };
  render(<AchievementsContent of={{ kind: 'ready', data }} />);
  await userEvent.click(screen.getByRole('tab', { name: 'Locked (2)' }));
  expect(screen.getByText('Complete previous achievements to unlock')).toBeTruthy();
  const tile = screen.getByText('Over');
  expect(tile.closest('details')?.open).toBe(false);
  await userEvent.click(tile);
  expect(tile.closest('details')?.open).toBe(true);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
  expect(screen.getByText('700 of 300')).toBeTruthy();
});

test('what is not earned yet is one row below, and opens', async () => {
  const half = anAchievement({ title: 'Half way', progress: { current: 1, total: 2 } });
  const earned = [anAchievement({ earnedAt: '2026-11-26T10:00:00.000Z' })];
  const data = { earned, available: [half], locked: [anAchievement()] };
  const { container } = render(<AchievementsContent of={{ kind: 'ready', data }} />);
  expect(screen.getByText('Earned Nov 26, 2026')).toBeTruthy();
  const row = screen.getByText('2 more to earn');
  expect(row.closest('details')?.open).toBe(false);
  await userEvent.click(row);
  expect(screen.getByText('1 of 2')).toBeTruthy();
  const loops = [...container.querySelectorAll('.achievements-more > summary circle:nth-child(2)')];
  expect(loops.map((loop) => loop.getAttribute('stroke-dasharray'))).toEqual(['50 100', '0 100']);
});

test('a popup closes after four seconds and half a second of fading out', () => {
  vi.useFakeTimers();
  const onGone = vi.fn<() => void>();
  render(<AchievementPopup achievement={anAchievement()} onGone={onGone} />);
  act(() => void vi.advanceTimersByTime(4000));
  act(() => void vi.advanceTimersByTime(499));
  expect(onGone).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(onGone).toHaveBeenCalledOnce();
});

test('its close button closes a popup at once', () => {
  vi.useFakeTimers();
  const onGone = vi.fn<() => void>();
  render(<AchievementPopup achievement={anAchievement()} onGone={onGone} />);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onGone).toHaveBeenCalledOnce();
});

test.each([
  ['common', 0],
  ['rare', 0],
  ['epic', 1],
  ['legendary', 1],
] as const)('a %s popup has %i sparkles', (rarity, count) => {
  const achievement = anAchievement({ rarity });
  const { container } = render(<AchievementPopup achievement={achievement} onGone={vi.fn()} />);
  expect(container.querySelectorAll('.sparkles')).toHaveLength(count);
});

test('a locked achievement shows its own icon', async () => {
  const looks = (list: 'earned' | 'locked') => {
    const data = { earned: [], available: [], locked: [], [list]: [anAchievement()] };
    return render(<AchievementsContent of={{ kind: 'ready', data }} />);
  };
  const pathIn = (of: HTMLElement) => of.querySelector('.achievement-icon path')?.outerHTML;
  const own = pathIn(looks('earned').container);
  const { container } = looks('locked');
  await userEvent.click(screen.getByRole('tab', { name: 'Locked (1)' }));
  expect(own).toBeDefined();
  expect(pathIn(container)).toBe(own);
});
