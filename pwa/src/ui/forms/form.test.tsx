// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Form } from './form.tsx';
import { hasUnkeptForm, openForms } from './open-forms.ts';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';
import { useForm } from './use-form.ts';
import '../../test/page/setup.ts';

const Schema = v.object({
  email: v.pipe(v.string(), v.email('Please enter a valid email')),
  password: v.pipe(v.string(), v.minLength(1, 'Password is required')),
});
const SERVER_SAYS = { email: 'This email is taken' };

function Example() {
  const form = useForm(Schema, { email: '', password: '' });
  const handleSubmit = () => {
    if (form.submit()) form.showErrors(SERVER_SAYS);
  };
  return (
    <Form aria-label="Example" errors={form.errors} onSubmit={handleSubmit}>
      <TextField {...form.field('email')} label="Email" />
      <TextField {...form.field('password')} label="Password" />
      <SubmitButton isBusy={false} busyLabel="Sending...">
        Send
      </SubmitButton>
    </Form>
  );
}

test('no errors are shown before the first submit', async () => {
  render(<Example />);
  await userEvent.type(screen.getByLabelText('Email'), 'half');
  expect(screen.queryByText('Please enter a valid email')).toBeNull();
});

test('a submit shows every error, moves to the first one, and each disappears when it is fixed', async () => {
  render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));

  const email = screen.getByLabelText('Email');
  expect(document.activeElement).toBe(email);
  const messageId = email.getAttribute('aria-describedby');
  expect(document.getElementById(messageId ?? '')?.textContent).toBe('Please enter a valid email');
  expect(screen.getByText('Password is required')).toBeTruthy();

  await userEvent.type(email, 'ann@example.com');
  expect(screen.queryByText('Please enter a valid email')).toBeNull();
  expect(screen.getByText('Password is required')).toBeTruthy();
});

test('the server’s message about a field is shown at that field', async () => {
  render(<Example />);
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(SERVER_SAYS.email)).toBeTruthy();
});

test('typed text holds updates back until it is typed back to what was there', async () => {
  const { unmount } = render(<Example />);
  await userEvent.type(screen.getByLabelText('Email'), 'half');
  expect(hasUnkeptForm()).toBe(true);
  await userEvent.clear(screen.getByLabelText('Email'));
  expect(openForms.size).toBe(0);
  await userEvent.type(screen.getByLabelText('Password'), 'half');
  expect(hasUnkeptForm()).toBe(true);
  unmount();
  expect(openForms.size).toBe(0);
});
