// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import '../../../test/page/setup.ts';
import { DeskDialog } from '../../../ui/desk/dialog.tsx';
import { FindDialog } from './find-dialog.tsx';
import type { Place } from './find-places.ts';
import { useFindKey } from './use-find-key.ts';

const nothing = () => undefined;
const EMPTY = { typed: '', groups: [], isBusy: false, note: undefined };

function Page({ onType }: { onType: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Find
      </button>
      {isOpen && <FindDialog {...EMPTY} onType={onType} onGo={nothing} onClose={nothing} />}
    </>
  );
}

test.each(['mouse', 'keys'])('whoever opens the finder by %s can type at once', async (by) => {
  const onType = vi.fn<(text: string) => void>();
  render(<Page onType={onType} />);
  const opener = screen.getByRole('button', { name: 'Find' });
  if (by === 'mouse') await userEvent.click(opener);
  else {
    opener.focus();
    await userEvent.keyboard('{Enter}');
  }
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await userEvent.keyboard('a');
  expect(onType).toHaveBeenCalledWith('a');
});

const place = (title: string) => ({ id: title, title, note: '', search: {} });
const GROUPS = [
  { title: 'Panels', places: [place('Payouts')] },
  { title: 'Settings', places: [place('Payout methods'), place('Tax forms')] },
];

test.each([
  ['p{Enter}', 'Payouts'],
  ['p{ArrowDown}{Enter}', 'Payouts'],
  ['p{ArrowDown}{ArrowDown}{ArrowUp}{Enter}', 'Payouts'],
  ['p{ArrowDown}{ArrowDown}{Enter}', 'Payout methods'],
  ['p{ArrowDown}{ArrowDown}a{Enter}', 'Payouts'],
])('%s opens %s, and nothing else', async (keys, title) => {
  const onGo = vi.fn<(place: Place) => void>();
  render(<FindDialog {...EMPTY} groups={GROUPS} onType={nothing} onGo={onGo} onClose={nothing} />);
  await userEvent.keyboard(keys);
  expect(onGo.mock.calls.map(([chosen]) => chosen.title)).toEqual([title]);
});

function Drawer() {
  const [isFinding, setFinding] = useFindKey();
  return (
    <>
      <DeskDialog title="Friend" width="side" onClose={nothing}>
        <button type="button">Edit</button>
      </DeskDialog>
      {isFinding && (
        <FindDialog {...EMPTY} onType={nothing} onGo={nothing} onClose={() => setFinding(false)} />
      )}
    </>
  );
}

test('opened over a drawer it takes the focus from it, and gives it back', async () => {
  render(<Drawer />);
  const edit = screen.getByRole('button', { name: 'Edit' });
  await userEvent.click(edit);
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(edit));
});
