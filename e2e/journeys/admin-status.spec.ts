import { routes } from '@sunloop/shared-types/routes.ts';
import type { Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { expectNoSideways } from '../fixtures/fits.ts';
import { choose } from '../fixtures/choose.ts';
import { openDesk } from '../fixtures/desk-pages.ts';
import { ONLINE, ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import {
  type Friend,
  type Person,
  referFromElsewhere,
  sessionCookies,
  uniqueWord,
} from '../fixtures/people.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

const ACTS = /^POST \/api\/admin\/referrals\/acts/;

// A desktop shows list and referral side by side, a phone one after the other.
test.use({ viewport: { width: 1440, height: 900 } });

async function openPanel(page: Page, app: AppProcess): Promise<void> {
  await openDesk(page, app, 'panel=status');
  await expect(options(page).first()).toBeVisible();
}

const options = (page: Page) =>
  page.getByRole('listbox', { name: 'All referrals' }).getByRole('option');
const lineOf = (page: Page, { email }: Friend) => options(page).filter({ hasText: email });
const conflicts = (page: Page) => page.getByRole('region', { name: /Changes that need you/ });

async function setStatus(page: Page, friend: Friend, status: string): Promise<void> {
  await lineOf(page, friend).click();
  await expect(page.getByRole('heading', { name: friend.name })).toBeVisible();
  await choose(page.getByLabel('Status', { exact: true }), status);
  await page.getByRole('button', { name: 'Update' }).click();
}

/** Confirms a repeated completion, which says what it pays and to whom. */
async function completeAfterAll(page: Page, { username }: Pick<Person, 'username'>): Promise<void> {
  const question = page.getByRole('alertdialog', { name: /^Set .+ to Completed$/ });
  await expect(question).toContainText(`Pays ${username} $300, their 1st install.`);
  await question.getByRole('button', { name: 'Set to Completed' }).click();
}

async function remove(page: Page, friend: Friend): Promise<void> {
  await lineOf(page, friend).click();
  await expect(page.getByRole('heading', { name: friend.name })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${friend.name}` });
  await expect(question).toContainText(
    'Are you sure you want to delete this referral? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
}

/** A friend's status in PostgreSQL; undefined for one that was deleted. */
async function storedStatus(app: AppProcess, { email }: Friend): Promise<string | undefined> {
  const rows = await app.sql<{ status: string }>('select status from referrals where email = $1', [
    email,
  ]);
  return rows[0]?.status;
}

/** What another admin does meanwhile on another device. */
async function changeElsewhere(app: AppProcess, { email }: Friend, status: string): Promise<void> {
  const cookies = await sessionCookies(app, app.admin);
  const [row] = await app.sql<{ id: string }>('select id from referrals where email = $1', [email]);
  const path = routes.changeReferralStatus.path.replace(':id', row?.id ?? '');
  const response = await fetch(`${app.origin}${path}`, {
    method: 'PATCH',
    headers: {
      'Content-Type': 'application/json',
      Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify({ status }),
  });
  expect(response.status).toBe(200);
}

test(
  'A status is set and a referral deleted, immediately on the screen and then on the server',
  ONLINE,
  async ({ app, page, person }) => {
    const [ada, bob] = [
      await referFromElsewhere(app, person),
      await referFromElsewhere(app, person),
    ];
    await openPanel(page, app);
    await setStatus(page, ada, 'Completed');
    await expect(lineOf(page, ada)).toContainText('Completed');
    await expect.poll(() => storedStatus(app, ada)).toBe('completed');
    await remove(page, bob);
    await expect(lineOf(page, bob)).toHaveCount(0);
    await expect.poll(() => storedStatus(app, bob)).toBeUndefined();
    await expect(page.getByText('Choose a referral to set its status.')).toBeVisible();
    await page.reload();
    await expect(lineOf(page, ada)).toContainText('Completed');
    await expect(lineOf(page, bob)).toHaveCount(0);
  },
);

test(
  'What the server refuses is undone and shown with the reason',
  ONLINE_SWEEP,
  async ({ app, consoleGuard, network, page, person }) => {
    consoleGuard.allow(refusedWith(400));
    const ada = await referFromElsewhere(app, person);
    await openPanel(page, app);
    network.setTrouble('refused', ACTS);
    await setStatus(page, ada, 'Completed');
    await expect(toast(page)).toContainText('Update Failed');
    await expect(toast(page)).toContainText('Not on a Sunday');
    await expect(lineOf(page, ada)).toContainText('Submitted');
    network.setTrouble(undefined);
    await conflicts(page)
      .getByRole('button', { name: /^Try again/ })
      .click();
    await completeAfterAll(page, person);
    await expect.poll(() => storedStatus(app, ada)).toBe('completed');
    await expect(conflicts(page)).toHaveCount(0);
  },
);

test(
  'A status that arrives leaves an open question and the focus where they are',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const ada = await referFromElsewhere(app, person);
    await openPanel(page, app);
    await lineOf(page, ada).click();
    const button = page.getByRole('button', { name: 'Delete' });
    await button.click();
    const question = page.getByRole('alertdialog', { name: `Delete ${ada.name}` });
    await expect(question).toBeVisible();
    await changeElsewhere(app, ada, 'contact_made');
    // Behind the question nobody can press it.
    await page.getByText('Refresh', { exact: true }).dispatchEvent('click');
    await expect(page.locator('[role=option]', { hasText: ada.email })).toContainText(
      'Contact Made',
    );
    await expect(page.locator('.status-detail')).toContainText('Contact Made');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(button).toBeFocused();
  },
);

test(
  'What another admin changed meanwhile is shown with both values and never overwritten unnoticed',
  SWEEP,
  async ({ app, page, person, signal }) => {
    const [ada, bob] = [
      await referFromElsewhere(app, person),
      await referFromElsewhere(app, person),
    ];
    await openPanel(page, app);
    await signal.lose();
    await setStatus(page, ada, 'Completed');
    await setStatus(page, bob, 'Completed');
    await changeElsewhere(app, ada, 'contact_made');
    await changeElsewhere(app, bob, 'in_progress');
    await signal.regain();
    await expect(toast(page)).toContainText('Update Failed');
    const told = conflicts(page).getByRole('listitem');
    const ofAda = told.filter({ hasText: ada.name });
    await expect(ofAda.getByRole('definition')).toHaveText(['Completed', 'Contact Made']);
    await expect(lineOf(page, ada)).toContainText('Contact Made');
    expect(await storedStatus(app, ada)).toBe('contact_made');

    await ofAda.getByRole('button', { name: /^Set mine/ }).click();
    expect(await storedStatus(app, ada)).toBe('contact_made');
    await completeAfterAll(page, person);
    await expect.poll(() => storedStatus(app, ada)).toBe('completed');
    await told
      .filter({ hasText: bob.name })
      .getByRole('button', { name: /^Keep theirs/ })
      .click();
    await expect(conflicts(page)).toHaveCount(0);
    expect(await storedStatus(app, bob)).toBe('in_progress');
  },
);

test('Changes made without signal survive a reload and are sent in order, once', async ({
  app,
  network,
  page,
  person,
  signal,
}) => {
  const [ada, bob, cy] = [
    await referFromElsewhere(app, person),
    await referFromElsewhere(app, person),
    await referFromElsewhere(app, person),
  ];
  await openPanel(page, app);
  await signal.lose();
  await setStatus(page, ada, 'Contact Made');
  await setStatus(page, bob, 'In Progress');
  await remove(page, cy);
  await expect(lineOf(page, ada)).toContainText('Waiting to send');
  // Once it is gone from the screen it is saved; a reload before that would lose it.
  await expect(lineOf(page, cy)).toHaveCount(0);
  await page.reload();
  await expect(lineOf(page, ada)).toContainText('Waiting to send');
  await expect(lineOf(page, cy)).toHaveCount(0);
  await page.goto('/admin?panel=status&waiting=1');
  const waiting = page.getByRole('dialog', { name: 'Sent and waiting' });
  await expect(waiting).toContainText('Waiting to send · 3');
  await expect(waiting).toContainText(`Contact Made for ${ada.name}`);
  await expect(waiting).toContainText(`Delete ${cy.name}`);
  await waiting.getByRole('button', { name: 'Close' }).click();

  // The first answer is lost: the server has done it, and the act is sent again.
  network.setTrouble('answer-lost', ACTS);
  await page.context().setOffline(false);
  await expect.poll(() => storedStatus(app, ada)).toBe('contact_made');
  await signal.regain();
  await expect.poll(() => storedStatus(app, bob)).toBe('in_progress');
  await expect.poll(() => storedStatus(app, cy)).toBeUndefined();
  await expect(lineOf(page, ada)).not.toContainText('Waiting to send');
  const [told] = await app.sql<{ count: number }>(
    `select count(*)::int as count from audit_logs
     where entity_id = (select id::text from referrals where email = $1) and action like '%status%'`,
    [ada.email],
  );
  expect(told?.count).toBe(1);
});

test('A change that waits can be taken back', SWEEP, async ({ app, page, person, signal }) => {
  const ada = await referFromElsewhere(app, person);
  await openPanel(page, app);
  await signal.lose();
  await setStatus(page, ada, 'Completed');
  await expect(lineOf(page, ada)).toContainText('Waiting to send');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(lineOf(page, ada)).toContainText('Submitted');
  await signal.regain();
  await expect.poll(() => storedStatus(app, ada)).toBe('submitted');
});

test(
  'The panel can be searched and walked by keyboard, and its state is in the URL',
  SWEEP,
  async ({ app, page, person }) => {
    const word = uniqueWord();
    const [ada, bob] = [
      await referFromElsewhere(app, person),
      await referFromElsewhere(app, person),
    ];
    await openPanel(page, app);
    await page.getByRole('searchbox', { name: 'Search referrals' }).fill(person.email);
    await expect(options(page)).toHaveCount(2);
    const box = page.getByRole('listbox', { name: 'All referrals' });
    await box.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: ada.name })).toBeVisible();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect(page.getByRole('heading', { name: bob.name })).toBeVisible();
    await expect(page).toHaveURL(/panel=status.*id=/);
    await page.reload();
    await expect(page.getByRole('heading', { name: bob.name })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search referrals' }).fill(word);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(lineOf(page, bob)).toBeVisible();
  },
);

test('The panel is accessible and fits every screen', SWEEP, async ({ app, page, person }) => {
  test.setTimeout(120_000);
  const ada = await referFromElsewhere(app, person);
  await openPanel(page, app);
  await lineOf(page, ada).click();
  await expect(page.getByRole('heading', { name: ada.name })).toBeVisible();
  await expectAccessible(page, 'Status Management');
  await expectNoSideways(page, 'Status Management');
});
