// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HelpDialog } from './help-dialog.tsx';
import '../../test/page/setup.ts';

const show = (lines: { phone?: string; email?: string }) =>
  render(
    <HelpDialog
      whenPaid={undefined}
      onClose={() => undefined}
      phone={lines.phone}
      email={lines.email}
    />,
  );
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('Help uses the phone and email of the settings', () => {
  show({
    phone: '+1 (800) 555-0199 (ask for Ann)',
    email: 'ask@example.com',
  });
  expect(href('Call +1 (800) 555-0199 (ask for Ann)')).toBe('tel:+18005550199');
  expect(href('Write to ask@example.com')).toBe('mailto:ask@example.com');
});

test('if the server does not say whom to contact, Help names nobody', () => {
  show({});
  expect(screen.queryByRole('link')).toBeNull();
});
