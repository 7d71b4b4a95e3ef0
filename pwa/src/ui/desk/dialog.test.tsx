// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import '../../test/page/setup.ts';
import { DeskConfirm } from './confirm.tsx';
import { DeskDialog } from './dialog.tsx';
import { Modal } from '../layers/modal.tsx';
import { showToast } from '../layers/notices.ts';
import { NoticeRegion } from '../layers/notice-region.tsx';

type Dialog = (onClose: () => void) => ReactNode;

const DETAILS: Dialog = (onClose) => (
  <DeskDialog title="Details" onClose={onClose}>
    <button type="button">Inside</button>
  </DeskDialog>
);
const QUESTION: Dialog = (onClose) => (
  <DeskConfirm
    title="Sure?"
    confirmLabel="Delete"
    busyLabel="Deleting..."
    onConfirm={async () => ({ isSaved: true })}
    onClose={onClose}
  >
    It cannot be undone.
  </DeskConfirm>
);

/** The page as it is, in `#root`, with what opens a dialog. */
function Page({ dialog, over }: { dialog: Dialog; over?: Dialog }) {
  const [isOpen, setOpen] = useState(false);
  const [isCovered, setCovered] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <NoticeRegion />
      {isOpen && dialog(() => setOpen(false))}
      {isOpen && isCovered && over?.(() => setCovered(false))}
    </>
  );
}

function show(page: ReactNode): HTMLElement {
  const root = document.body.appendChild(document.createElement('div'));
  root.id = 'root';
  render(page, { container: root });
  return screen.getByRole('button', { name: 'Open' });
}

const opener = () => screen.queryByRole('button', { name: 'Open' });

test('a dialog of the desk takes the focus, hides the page, and gives the focus back', async () => {
  const button = show(<Page dialog={DETAILS} />);
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Details' });
  expect(document.activeElement).toBe(dialog);
  expect(opener()).toBeNull();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  expect(dialog.contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(opener()));
});

test.each([
  ['a press beside details closes them', DETAILS, 'dialog', 0],
  ['a press beside a question leaves it open', QUESTION, 'alertdialog', 1],
] as const)('%s', async (_title, dialog, role, left) => {
  await userEvent.click(show(<Page dialog={dialog} />));
  await screen.findByRole(role);
  const overlay = document.querySelector('.modal-overlay');
  if (overlay) await userEvent.click(overlay);
  expect(screen.queryAllByRole(role)).toHaveLength(left);
});

test('notices stay within reach of a dialog of the desk', async () => {
  await userEvent.click(show(<Page dialog={DETAILS} />));
  showToast({ title: 'Saved', description: 'It was saved.' });
  const notices = within(await screen.findByRole('region', { name: 'Notices' }));
  const dismiss = await notices.findByRole('button', { name: 'Dismiss' });
  dismiss.focus();
  expect(document.activeElement).toBe(dismiss);
});

test('a dialog of the whole app stands over one of the desk, and leaves the page to that one', async () => {
  const over: Dialog = (onClose) => (
    <Modal title="Sign in again" onClose={onClose}>
      <button type="button">Sign in</button>
    </Modal>
  );
  await userEvent.click(show(<Page dialog={DETAILS} over={over} />));
  const signIn = await screen.findByRole('button', { name: 'Sign in' });
  signIn.focus();
  expect(document.activeElement).toBe(signIn);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Details' })).toBeDefined();
  expect(document.querySelector('#root')?.hasAttribute('inert')).toBe(true);
});
