// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { choose } from '../../test/page/choose.ts';
import '../../test/page/setup.ts';
import { ActiveField, type ActiveText } from './active-field.tsx';
import { DeskCombobox } from './combobox.tsx';
import { DeskDialog } from './dialog.tsx';
import { DeskDateField } from './date-field.tsx';
import { DeskNumberField } from './number-field.tsx';
import { DeskSelect } from './select.tsx';
import { Form } from '../forms/form.tsx';

const SHOWN = [
  { id: '', label: 'All statuses' },
  { id: 'open', label: 'Open' },
  { id: 'paid', label: 'Paid' },
] as const;
type Shown = (typeof SHOWN)[number]['id'];

function Show({ onChange }: { onChange: (id: Shown) => void }) {
  const [value, setValue] = useState<Shown>('');
  const put = (id: Shown) => {
    setValue(id);
    onChange(id);
  };
  return <DeskSelect label="Show" options={SHOWN} value={value} onChange={put} />;
}

test('one of a few is chosen from a list, which may offer all', async () => {
  const onChange = vi.fn<(id: Shown) => void>();
  render(<Show onChange={onChange} />);
  const field = screen.getByRole('button', { name: 'All statuses Show' });
  await choose(field, 'Paid');
  expect(onChange).toHaveBeenLastCalledWith('paid');
  expect(field.textContent).toBe('Paid');
  await choose(screen.getByLabelText('Show'), 'All statuses');
  expect(onChange).toHaveBeenLastCalledWith('');
  expect(field.textContent).toBe('All statuses');
});

test('first letters choose even while the list is closed', async () => {
  const onChange = vi.fn<(id: Shown) => void>();
  render(<Show onChange={onChange} />);
  await userEvent.tab();
  await userEvent.keyboard('pa');
  expect(onChange).toHaveBeenLastCalledWith('paid');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('Escape closes the list in a dialog, and only the next one the dialog', async () => {
  const onClose = vi.fn<() => void>();
  render(
    <DeskDialog title="Edit" onClose={onClose}>
      <Show onChange={() => undefined} />
    </DeskDialog>,
  );
  const field = screen.getByLabelText('Show');
  await userEvent.click(field);
  await screen.findByRole('listbox');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a switch says whether it is on, and the space bar toggles it', async () => {
  const onChange = vi.fn<(isActive: ActiveText) => void>();
  render(<ActiveField value="true" onChange={onChange} />);
  expect(screen.getByText('Active')).toBeDefined();
  expect(screen.getByRole('switch', { name: 'Status', checked: true })).toBeDefined();
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(onChange).toHaveBeenLastCalledWith('false');
});

function Days({ initial, onSubmit }: { initial: string; onSubmit: (text: string) => void }) {
  const [value, setValue] = useState(initial);
  return (
    <Form aria-label="Edit" errors={{}} onSubmit={() => onSubmit(value)}>
      <DeskNumberField
        label="Days"
        value={value}
        onChange={setValue}
        error={value === '' ? 'Must be a number' : undefined}
        isDecimal
      />
      <output>{value}</output>
    </Form>
  );
}

test('a number field reports every key to its form, and what is no number as it was typed', async () => {
  const onSubmit = vi.fn<(text: string) => void>();
  render(<Days initial="16.67" onSubmit={onSubmit} />);
  const field = screen.getByLabelText<HTMLInputElement>('Days');
  const told = () => screen.getByRole('status').textContent;
  await userEvent.clear(field);
  expect(told()).toBe('');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Must be a number')).toBeDefined();
  await userEvent.type(field, '0.2x');
  expect(field.value).toBe('0.2x');
  expect(told()).toBe('0.2x');
  await userEvent.keyboard('{Backspace}084');
  expect(field.value).toBe('0.2084');
  expect(told()).toBe('0.2084');
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenLastCalledWith('0.2084');
});

test.each([
  ['de-DE', '4,8', '4.8', '5,8'],
  ['de-DE', '1.000', '1000', '1001'],
  ['de-DE', '4.8', '4.8', '5,8'],
  ['en-US', '4.8', '4.8', '5.8'],
  ['en-US', '1,000', '1000', '1001'],
  ['en-US', '4,8', '4.8', '5.8'],
  ['en-US', '4e3', '4e3', '1'],
  ['en-US', '0,085', 'NaN', '1'],
  ['de-DE', '0.085', 'NaN', '1'],
])('in a browser that speaks %s, %s is told as %s', async (locale, typed, told, stepped) => {
  const before = navigator.language;
  const speak = (value: string) =>
    Object.defineProperty(navigator, 'language', { value, configurable: true });
  speak(locale);
  onTestFinished(() => void speak(before));
  render(<Days initial="16.67" onSubmit={() => undefined} />);
  const field = screen.getByLabelText<HTMLInputElement>('Days');
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  expect(field.value).toBe(typed);
  expect(screen.getByRole('status').textContent).toBe(told);
  await userEvent.keyboard('{ArrowUp}');
  expect(field.value).toBe(stepped);
});

test.each([
  ['en-US', '0,085', 'Write it as 0.085'],
  ['de-DE', '0.085', 'Write it as 0,085'],
])(
  'in a browser that speaks %s, %s is refused with the way to write it',
  async (locale, typed, said) => {
    const before = navigator.language;
    const speak = (value: string) =>
      Object.defineProperty(navigator, 'language', { value, configurable: true });
    speak(locale);
    onTestFinished(() => void speak(before));
    render(<Days initial="16.67" onSubmit={() => undefined} />);
    const field = screen.getByLabelText<HTMLInputElement>('Days');
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    expect(screen.getByText(said)).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(field, '5');
    expect(screen.queryByText(said)).toBeNull();
  },
);

test('a number is changed by arrow keys and buttons, but not below 0', async () => {
  render(<Days initial="0" onSubmit={() => undefined} />);
  const field = screen.getByLabelText<HTMLInputElement>('Days');
  expect(screen.getByRole('button', { name: 'Decrease Days' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: 'Increase Days' }));
  await userEvent.click(field);
  await userEvent.keyboard('{ArrowUp}');
  expect(field.value).toBe('2');
  expect(screen.getByRole('status').textContent).toBe('2');
});

const PEOPLE = [
  { id: 'a', label: 'Ada (ada@example.com)' },
  { id: 'b', label: 'Bea (bea@example.com)' },
];

function Person({ onChoose }: { onChoose: (id: string | undefined) => void }) {
  const [chosenId, setChosenId] = useState('');
  const [part, setPart] = useState('');
  const choose = (id = '') => {
    setChosenId(id);
    onChoose(id);
  };
  return (
    <DeskCombobox
      label="Person"
      placeholder="Everybody"
      options={PEOPLE.filter(({ label }) => label.toLowerCase().includes(part))}
      empty="Nobody was found."
      chosenId={chosenId}
      chosen={PEOPLE.find(({ id }) => id === chosenId)?.label ?? ''}
      onType={(text = '') => setPart(text)}
      onChoose={choose}
    />
  );
}

test('one of many is found by typing, and an emptied field means none', async () => {
  const onChoose = vi.fn<(id: string | undefined) => void>();
  render(<Person onChoose={onChoose} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Person' });
  await userEvent.type(field, 'be');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onChoose).toHaveBeenLastCalledWith('b');
  expect(field.value).toBe('Bea (bea@example.com)');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.clear(field);
  expect(onChoose).toHaveBeenLastCalledWith('');
  await userEvent.tab();
  expect(field.value).toBe('');
});

test('the same one is chosen again before the page has heard that the field was emptied', async () => {
  const onChoose = vi.fn<(id: string | undefined) => void>();
  const ada = PEOPLE[0]?.label ?? '';
  render(
    <DeskCombobox
      label="Person"
      placeholder="Everybody"
      options={PEOPLE}
      empty="Nobody was found."
      chosenId="a"
      chosen={ada}
      onType={vi.fn()}
      onChoose={onChoose}
    />,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Person' });
  await userEvent.clear(field);
  await userEvent.type(field, 'ad');
  await userEvent.click(await screen.findByRole('option', { name: ada }));
  expect(onChoose.mock.calls).toEqual([[undefined], ['a']]);
  expect(field.value).toBe(ada);
});

test('Escape closes the list of matches and gives up what was typed', async () => {
  render(<Person onChoose={vi.fn()} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Person' });
  await userEvent.type(field, 'be');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field.value).toBe('');
});

test('half-typed text is replaced by the chosen option when the field is left', async () => {
  const onChoose = vi.fn<(id: string | undefined) => void>();
  render(<Person onChoose={onChoose} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Person' });
  await userEvent.type(field, 'ad');
  await userEvent.click(await screen.findByRole('option', { name: /^Ada/ }));
  await userEvent.type(field, 'x');
  expect(await screen.findByText('Nobody was found.')).toBeDefined();
  await userEvent.tab();
  expect(field.value).toBe('Ada (ada@example.com)');
  expect(onChoose).toHaveBeenCalledOnce();
});

function FromDay({ onChange }: { onChange: (day: string | undefined) => void }) {
  const [day, setDay] = useState<string | undefined>('2026-03-30');
  const put = (next: string | undefined) => {
    setDay(next);
    onChange(next);
  };
  return <DeskDateField label="From" value={day} onChange={put} />;
}

test('a day is typed part by part and reported once it is complete', async () => {
  const onChange = vi.fn<(day: string | undefined) => void>();
  render(<FromDay onChange={onChange} />);
  const [month, , year] = screen.getAllByRole('spinbutton');
  await userEvent.click(year!);
  await userEvent.keyboard('2027');
  expect(onChange.mock.calls).toEqual([['2027-03-30']]);
  await userEvent.click(month!);
  await userEvent.keyboard('{ArrowUp}');
  expect(onChange).toHaveBeenLastCalledWith('2027-04-30');
});

test('a year typed with two digits is completed when the field is left', async () => {
  const onChange = vi.fn<(day: string | undefined) => void>();
  render(<FromDay onChange={onChange} />);
  const [, , year] = screen.getAllByRole('spinbutton');
  await userEvent.click(year!);
  await userEvent.keyboard('27');
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.click(document.body);
  expect(onChange.mock.calls).toEqual([['2027-03-30']]);
  expect(year!.textContent).toBe('2027');
});

test('an emptied day means none', async () => {
  const onChange = vi.fn<(day: string | undefined) => void>();
  render(<FromDay onChange={onChange} />);
  for (const part of screen.getAllByRole('spinbutton')) {
    await userEvent.click(part);
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
  }
  expect(onChange.mock.calls).toEqual([[undefined]]);
});

test('a day is chosen in the calendar, which Escape closes', async () => {
  const onChange = vi.fn<(day: string | undefined) => void>();
  render(<FromDay onChange={onChange} />);
  const open = screen.getByRole('button', { name: /From/ });
  await userEvent.click(open);
  await screen.findByRole('dialog', { name: 'From' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(open);
  await userEvent.click(await screen.findByRole('button', { name: /March 12, 2026/ }));
  expect(onChange).toHaveBeenLastCalledWith('2026-03-12');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
