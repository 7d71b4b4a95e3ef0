// @vitest-environment jsdom
import type { User } from '@sunloop/shared-types/ground/user.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import type { Quote } from '@sunloop/shared-types/visitors/quotes.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { refreshDeskNow, touchDesk } from '@sunloop/engine/desk.ts';
import { aUser } from '@sunloop/engine/test/builders.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { cutBefore, jsonAnswer, refusal } from '@sunloop/engine/test/fake-answers.ts';
import type { FakeServer } from '@sunloop/engine/test/fake-server.ts';
import { QuotesPanel } from './admin-quotes.tsx';
import type { AdminSearch } from './admin-panels.ts';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';
import { place, Placed } from '../../test/page/placed.tsx';

let admin: User;
let customer: User;
let quote: Quote;
let server: FakeServer;
let db: UserDb;
const pathOf = ({ id }: Quote) => `${routes.quotes.path}/${id}`;

beforeEach(async () => {
  admin = aUser({ role: 'admin', username: 'Ada Admin' });
  customer = aUser({ username: 'Maya Customer' });
  quote = {
    id: uuidv7(),
    referralCode: null,
    referralId: null,
    name: 'Vera Visitor',
    email: 'vera@example.com',
    phone: '+1 555 0100',
    dial: '+15550100',
    address: null,
    message: 'Flat roof',
    status: 'open',
    createdAt: '2026-11-02T03:04:05.000Z',
  };
  ({ server, db } = await aSignedInDevice(admin));
  server.intercept = ({ method, path, query }) => {
    if (method !== 'GET') return undefined;
    if (path === routes.quotes.path) return (request) => jsonAnswer([quote], request);
    if (path !== routes.users.path) return undefined;
    const gone = aUser({ username: 'Gone Customer', isActive: 'false' });
    return () => jsonAnswer(query.get('q') === 'may' ? [customer, gone] : []);
  };
});

function Panel({ search: start = {} }: { search?: AdminSearch }) {
  return (
    <Placed start={start}>
      {(search, onSearch) => <QuotesPanel user={admin} search={search} onSearch={onSearch} />}
    </Placed>
  );
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

const userField = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Search users/ });

async function chooseMaya() {
  render(<Panel search={{ id: quote.id }} />, withDb(db));
  await press('Turn into a referral');
  await userEvent.type(userField(), 'may');
  const gone = await screen.findByRole('option', { name: /^Gone.*inactive/ });
  expect(gone.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(screen.getByRole('option', { name: /^Maya/ }));
  expect(userField().value).toContain('Maya Customer');
}

test('a request is shown in full, with links to call and to write', async () => {
  render(<Panel search={{ id: quote.id }} />, withDb(db));
  const dialog = within(await screen.findByRole('dialog', { name: 'Vera Visitor' }));
  expect(dialog.getByText('Flat roof')).toBeDefined();
  const call = dialog.getByRole('link', { name: /^Call Vera Visitor/ });
  expect(call.getAttribute('href')).toBe('tel:+15550100');
  const mail = dialog.getByRole('link', { name: /^Write to Vera Visitor/ });
  expect(mail.getAttribute('href')).toBe('mailto:vera%40example.com');
});

test('a request is turned into a referral of a user found by search', async () => {
  await chooseMaya();
  const converted = { ...quote, status: 'converted', referralId: uuidv7() } as const;
  server.script(pathOf(quote), (request) => {
    quote = converted;
    return jsonAnswer(converted, request);
  });
  await press('Turn into a referral');
  expect(await screen.findByText('Vera Visitor is now a referral of Maya Customer.')).toBeDefined();
  expect(server.sentTo(pathOf(quote))[0]?.body).toEqual({
    status: 'converted',
    userId: customer.id,
    expected: { status: 'open', referralId: null },
  });
  await press('Open the referral');
  expect(place()).toMatchObject({ panel: 'referrals', id: converted.referralId });
});

test.each(['duplicate_referral', 'self_referral'])(
  '%s is reported where the user was chosen',
  async (code) => {
    await chooseMaya();
    server.script(pathOf(quote), () => refusal(409, code));
    await press('Turn into a referral');
    const region = within(await screen.findByRole('form', { name: 'Turn into a referral' }));
    expect(await region.findByText(`Refused: ${code}`)).toBeDefined();
    expect(screen.getByText('Update Failed')).toBeDefined();
    expect(userField().value).toContain('Maya Customer');
  },
);

test('nothing is sent until somebody is chosen', async () => {
  render(<Panel search={{ id: quote.id }} />, withDb(db));
  await press('Turn into a referral');
  await press('Turn into a referral');
  expect(screen.getByText('Choose the user whose referral it becomes.')).toBeDefined();
  expect(server.sentTo(pathOf(quote))).toEqual([]);
});

test('a search for users without signal says so and can be tried again', async () => {
  render(<Panel search={{ id: quote.id }} />, withDb(db));
  await press('Turn into a referral');
  server.script(routes.users.path, cutBefore);
  // In one go, so that a slow machine does not search for each letter.
  await userEvent.click(userField());
  await userEvent.paste('may');
  expect(await screen.findByText(/^You are offline/)).toBeDefined();
  await press('Try again');
  expect(await screen.findByText('2 users')).toBeDefined();
  expect(document.activeElement).toBe(userField());
  await userEvent.keyboard('{ArrowDown}');
  expect(await screen.findByRole('option', { name: /^Maya/ })).toBeDefined();
});

test('a request is closed and reopened', async () => {
  render(<Panel search={{ id: quote.id }} />, withDb(db));
  server.script(
    pathOf(quote),
    (request) => {
      quote = { ...quote, status: 'closed' };
      return jsonAnswer(quote, request);
    },
    (request) => {
      quote = { ...quote, status: 'open' };
      return jsonAnswer(quote, request);
    },
  );
  await press('Close request');
  await press('Reopen');
  expect(await screen.findByText('Request reopened')).toBeDefined();
  expect(server.sentTo(pathOf(quote)).map(({ body }) => body)).toEqual([
    { status: 'closed', expected: { status: 'open', referralId: null } },
    { status: 'open', expected: { status: 'closed', referralId: null } },
  ]);
});

test('what another admin did meanwhile is shown, and not overwritten unseen', async () => {
  await chooseMaya();
  const error = 'Ben Admin has closed this request meanwhile';
  server.script(pathOf(quote), (request) => {
    quote = { ...quote, status: 'closed' };
    return jsonAnswer({ error, code: 'changed_meanwhile' }, request, 409);
  });
  await press('Turn into a referral');
  const notice = await screen.findByRole('region', { name: 'Your change was not made' });
  expect(notice.textContent).toContain(error);
  expect(screen.queryByRole('form')).toBeNull();
  server.script(pathOf(quote), (request) => jsonAnswer({ ...quote, status: 'open' }, request));
  await press('Reopen');
  expect(await screen.findByText('Request reopened')).toBeDefined();
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: 'Your change was not made' })).toBeNull();
  });
  const bodies = server.sentTo(pathOf(quote)).map(({ body }) => body);
  expect(bodies).toMatchObject([
    { expected: { status: 'open' } },
    { expected: { status: 'closed' } },
  ]);
});

test('what arrives while a user is being chosen was not seen, and is not sent as expected', async () => {
  await chooseMaya();
  quote = { ...quote, status: 'closed' };
  await touchDesk(db, routes.changeQuote);
  await refreshDeskNow(db, routes.quotes);
  server.script(pathOf(quote), () => refusal(409, 'changed_meanwhile'));
  await press('Turn into a referral');
  await screen.findByRole('region', { name: 'Your change was not made' });
  expect(server.sentTo(pathOf(quote))[0]?.body).toMatchObject({ expected: { status: 'open' } });
});

test('filter and search are in the URL', async () => {
  render(<Panel />, withDb(db));
  await userEvent.click(await screen.findByRole('radio', { name: /^Closed/ }));
  expect(place()).toMatchObject({ status: 'closed' });
  expect(screen.getByText('No request matches.')).toBeDefined();
  await userEvent.type(screen.getByRole('searchbox'), 've');
  await waitFor(() => expect(place()).toMatchObject({ status: 'closed', q: 've' }));
});
