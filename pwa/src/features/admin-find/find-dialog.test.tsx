// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import '../../test/page/setup.ts';
import { FindDialog } from './find-dialog.tsx';

const nothing = () => undefined;

function Page({ onType }: { onType: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Find
      </button>
      {isOpen && (
        <FindDialog typed="" onType={onType} groups={[]} onGo={nothing} onClose={nothing} />
      )}
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
