// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HELP_PHONE } from '../../lib/company.ts';
import { HelpDialog } from './help-dialog.tsx';
import '../../test/page/setup.ts';

const show = (lines: { phone?: string; email?: string }) =>
  render(
    <HelpDialog
      isOpen
      whenPaid={undefined}
      onClose={() => undefined}
      phone={lines.phone}
      email={lines.email}
    />,
  );
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('Help calls and writes where the settings say', () => {
  show({ phone: '+1 (800) 555-0199', email: 'ask@example.com' });
  expect(href('Call +1 (800) 555-0199')).toBe('tel:+18005550199');
  expect(href('Write to ask@example.com')).toBe('mailto:ask@example.com');
});

test('from a server that does not say, Help calls the number the app was built with', () => {
  show({});
  expect(href(`Call ${HELP_PHONE}`)).toMatch(/^tel:/);
  expect(screen.queryByRole('link', { name: /^Write/ })).toBeNull();
});
