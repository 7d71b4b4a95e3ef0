// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HelpDialog } from './help-dialog.tsx';
import '../../test/page/setup.ts';

const show = (lines: { phone?: string; dial?: string; email?: string }) =>
  render(
    <HelpDialog
      whenPaid={undefined}
      onClose={() => undefined}
      phone={lines.phone}
      dial={lines.dial}
      email={lines.email}
    />,
  );
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('Help uses the phone and email of the settings', () => {
  show({
    phone: '+1 (800) 555-0199 (ask for Ann)',
    dial: '+18005550199',
    email: 'ask@example.com',
  });
  expect(href('Call +1 (800) 555-0199 (ask for Ann)')).toBe('tel:+18005550199');
  expect(href('Write to ask@example.com')).toBe('mailto:ask@example.com');
});

test('a phone nobody can tell the number of is shown, and not dialed', () => {
  show({ phone: '44 20 7946 0018' });
  expect(screen.getByText('Call 44 20 7946 0018').getAttribute('href')).toBeNull();
});

test('if the server does not say whom to contact, Help names nobody', () => {
  show({});
  expect(screen.queryByRole('link')).toBeNull();
});
