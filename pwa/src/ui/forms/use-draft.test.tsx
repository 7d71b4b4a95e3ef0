// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { sayLastWords } from '@sunloop/engine/lib/last-words.ts';
import { hasUnkeptForm, openForms } from './open-forms.ts';
import { type DraftStore, useKeptDraft } from './use-draft.ts';
import '../../test/page/setup.ts';

type Values = Record<string, string>;

/** Opens the form with a store whose writes can be observed, as asked for and as done, and made to fail with `save`. */
function openForm(save: (values: Values) => Promise<void> = async () => {}) {
  const asked: Values[] = [];
  const saved: Values[] = [];
  const store: DraftStore = {
    read: async () => null,
    save: async (values) => {
      asked.push(values);
      await save(values);
      saved.push(values);
    },
    drop: async () => {},
  };
  const view = render(<Example store={store} />);
  return { asked, saved, ...view };
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
  const { asked, saved } = openForm();
  // Nothing is awaited up to the last count, so that the pause after typing cannot end meanwhile.
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'a' } });
  expect(asked).toEqual([]);
  sayLastWords();
  expect(asked).toEqual([{ text: 'a' }]);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toHaveLength(2);
  const flushed = flush();
  expect(asked).toHaveLength(3);
  expect(await flushed).toEqual([true]);
  expect(saved.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ({ text: 'a' })));
});

test('a draft that cannot be written does not disturb typing, and holds updates back', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  let isFull = true;
  const { saved } = openForm(async () => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
  });
  expect(hasUnkeptForm()).toBe(false);
  await type('Half');
  await waitFor(() => expect(hasUnkeptForm()).toBe(true));
  isFull = false;
  await type(' a word');
  await waitFor(() => expect(saved.at(-1)).toEqual({ text: 'Half a word' }));
  await waitFor(() => expect(hasUnkeptForm()).toBe(false));
  vi.mocked(console.error).mockClear();
});

test('what was forgotten is not written when the form closes', async () => {
  const { asked, unmount } = openForm();
  // Nothing is awaited between the two, so that the pause after typing cannot end before.
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'a' } });
  fireEvent.click(screen.getByRole('button'));
  unmount();
  expect(await flush()).toEqual([]);
  expect(asked).toEqual([]);
});
