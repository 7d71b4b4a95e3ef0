// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { hasUnkeptForm, openForms } from './open-forms.ts';
import { type DraftStore, useKeptDraft } from './use-draft.ts';
import '../test/page/setup.ts';

type Values = Record<string, string>;

/** Opens the form with a store whose writes can be observed and made to fail with `save`. */
function openForm(save: (values: Values) => Promise<void> = async () => {}) {
  const saved: Values[] = [];
  const store: DraftStore = {
    read: async () => null,
    save: async (values) => {
      await save(values);
      saved.push(values);
    },
    drop: async () => {},
  };
  const view = render(<Example store={store} />);
  return { saved, ...view };
}

function Example({ store }: { store: DraftStore }) {
  const [text, setText] = useState('');
  const [values, setValues] = useState<Values>({ text });
  const forget = useKeptDraft(store, { values, isDirty: text !== '' });
  const handleText = (typed: string) => {
    setText(typed);
    setValues({ text: typed });
  };
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => handleText(event.target.value)} />
      <button type="button" onClick={forget}>
        Forget
      </button>
    </>
  );
}

const type = (text: string) => userEvent.type(screen.getByLabelText('Text'), text);
const flush = () => Promise.all([...openForms].map(async ({ keep }) => keep?.()));

test('what is typed is written after a pause, even when it is typed back', async () => {
  const { saved } = openForm();
  await type('Half');
  await waitFor(() => expect(saved.at(-1)).toEqual({ text: 'Half' }));
  await userEvent.clear(screen.getByLabelText('Text'));
  await waitFor(() => expect(saved.at(-1)).toEqual({ text: '' }));
});

test('a page that is left, hidden or about to reload writes at once, even what another tab dropped', async () => {
  const { saved } = openForm();
  await type('a');
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(saved).toEqual([{ text: 'a' }]));
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(await flush()).toEqual([true]);
  expect(saved.at(-1)).toEqual({ text: 'a' });
});

test('a draft that cannot be written does not disturb typing, and holds updates back', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  let isFull = true;
  const { saved } = openForm(async () => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
  });
  await type('Half');
  expect(hasUnkeptForm()).toBe(false);
  await waitFor(() => expect(hasUnkeptForm()).toBe(true));
  isFull = false;
  await type(' a word');
  await waitFor(() => expect(saved.at(-1)).toEqual({ text: 'Half a word' }));
  expect(hasUnkeptForm()).toBe(false);
  vi.mocked(console.error).mockClear();
});

test('what was forgotten is not written when the form closes', async () => {
  const { saved, unmount } = openForm();
  await type('a');
  await userEvent.click(screen.getByRole('button'));
  unmount();
  expect(await flush()).toEqual([]);
  expect(saved).toEqual([]);
});
