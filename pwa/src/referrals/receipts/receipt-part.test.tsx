// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import userEvent from '@testing-library/user-event';
import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { aReferral, aUser } from '@sunloop/engine/test/builders.ts';
import { cutBefore } from '@sunloop/engine/test/fake-answers.ts';
import type { FakeServer } from '@sunloop/engine/test/fake-server.ts';
import { giveReceipts } from '@sunloop/engine/test/receipts.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { ReceiptPart } from './receipt-part.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

// That of jsdom only makes random numbers.
beforeEach(() => void vi.stubGlobal('crypto', webcrypto));
afterEach(() => void vi.unstubAllGlobals());

interface Known {
  db: UserDb;
  server: FakeServer;
  row: Referral;
}

async function known(overrides: Partial<Referral> = {}): Promise<Known> {
  const user = aUser();
  const { server, db } = await aSignedInDevice(user);
  const row = aReferral({ userId: user.id, ...overrides });
  server.rows.set(row.id, row);
  giveReceipts(server);
  return { db, server, row };
}

test('a row that waits has no receipt yet, and says so', async () => {
  const { db } = await known();
  render(<ReceiptPart row={undefined} />, withDb(db));
  expect(screen.getByText('The receipt comes once we have received this referral.')).toBeTruthy();
});

test('the receipt is fetched when it is looked at, and checked on this device', async () => {
  const { db, row } = await known();
  render(<ReceiptPart row={row} />, withDb(db));
  expect(await screen.findByText('Genuine')).toBeTruthy();
  // In a sentence, which opens.
  const sentence = screen.getByText(/^Received \w+ \d+, \d{4}, /);
  await userEvent.click(sentence);
  const code = screen.getByText('Code').nextSibling?.textContent;
  const link = screen.getByRole('link', { name: 'Open its page' });
  expect(link.getAttribute('href')).toBe(`/receipts/${code}`);
});

test('without signal a receipt that is here is shown and checked, without the way to its page', async () => {
  const { db, server, row } = await known();
  const { unmount } = render(<ReceiptPart row={row} />, withDb(db));
  await screen.findByText('Genuine');
  unmount();
  server.intercept = () => cutBefore;
  await noteSyncState(db, { reach: 'offline' });
  render(<ReceiptPart row={row} />, withDb(db));
  expect(await screen.findByText('Genuine')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByRole('link')).toBeNull());
});

test('without signal one that is not here comes later, by itself', async () => {
  const { db, server, row } = await known();
  server.intercept = () => cutBefore;
  await noteSyncState(db, { reach: 'offline' });
  render(<ReceiptPart row={row} />, withDb(db));
  expect(await screen.findByText('The receipt comes when there is a connection.')).toBeTruthy();
  server.intercept = () => undefined;
  await noteSyncState(db, { reach: 'ok' });
  expect(await screen.findByText('Genuine')).toBeTruthy();
});

test('of somebody forgotten nothing is drawn', async () => {
  const { db, row } = await known({ email: '' });
  const { container } = render(<ReceiptPart row={row} />, withDb(db));
  expect(container.textContent).toBe('');
});
