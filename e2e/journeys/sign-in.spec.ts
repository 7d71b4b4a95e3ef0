import { logOut } from '../fixtures/navigation.ts';
import { CUSTOMER_PAGES } from '../fixtures/pages.ts';
import { fillSignIn, fillSignUp, signIn, uniqueWord } from '../fixtures/people.ts';
import { connection } from '../fixtures/referrals.ts';
import { ONLINE, ONLINE_SWEEP } from '../fixtures/tags.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { toast } from '../fixtures/toast.ts';

test('A person signs up, out and in again, and each is confirmed', ONLINE, async ({ page }) => {
  const word = uniqueWord();
  const newcomer = { email: `new.${word}@example.com`, password: 'correct horse' };
  await page.goto('/auth');
  await fillSignUp(page, { username: `Newcomer ${word}`, ...newcomer });
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Newcomer' })).toBeVisible();
  await expect(toast(page)).toContainText('Registration successful');
  await expect(toast(page)).toContainText(`Welcome, Newcomer ${word}!`);

  await logOut(page);
  await expect(page).toHaveURL('/auth');
  await expect(toast(page)).toContainText('You have been successfully logged out.');

  await fillSignIn(page, newcomer);
  await expect(page).toHaveURL('/');
  await expect(toast(page)).toContainText('Login successful');
  await expect(toast(page)).toContainText(`Welcome back, Newcomer ${word}!`);
  await expect(page.getByRole('heading', { name: 'Welcome back, Newcomer' })).toBeVisible();
});

test(
  'A wrong password is refused with an explanation and leaves the form as it was',
  ONLINE,
  async ({ consoleGuard, page, person }) => {
    consoleGuard.allow(refusedWith(401));
    await page.goto('/auth');
    await fillSignIn(page, { email: person.email, password: 'wrong' });
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).toContainText('Invalid credentials');
    await expect(page).toHaveURL('/auth');
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
  },
);

test(
  'A taken email is reported at its field',
  ONLINE_SWEEP,
  async ({ consoleGuard, page, person }) => {
    consoleGuard.allow(refusedWith(409));
    await page.goto('/auth');
    await fillSignUp(page, {
      username: `Somebody ${uniqueWord()}`,
      email: person.email.toUpperCase(),
      password: 'correct horse',
    });
    await expect(toast(page)).toContainText('Registration failed');
    await expect(page.getByRole('form', { name: 'Sign up' }).getByLabel('Email')).toHaveAttribute(
      'aria-invalid',
      'true',
    );
  },
);

test(
  'Forms say what is wrong on submit and update with every change afterwards',
  ONLINE_SWEEP,
  async ({ page, person }) => {
    await page.goto('/auth');
    await page.getByLabel('Email').fill('nobody');
    await expect(page.getByText('Please enter a valid email')).toBeHidden();
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('Please enter a valid email')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('nobody@example.com');
    await expect(page.getByText('Please enter a valid email')).toBeHidden();

    await page.getByRole('tab', { name: 'Sign Up' }).click();
    const signUp = page.getByRole('form', { name: 'Sign up' });
    await signUp.getByLabel('Username').fill('Somebody');
    await signUp.getByLabel('Email').fill('somebody@example.com');
    await signUp.getByLabel('Password', { exact: true }).fill('correct horse');
    await signUp.getByLabel('Confirm Password').fill('correct house');
    await signUp.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText("Passwords don't match")).toBeVisible();

    await signIn(page, person);
    await page.getByRole('link', { name: 'Add New Referral' }).first().click();
    await page.getByRole('button', { name: 'Add Referral' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Name must be at least 2 characters')).toBeVisible();
    await expect(dialog.getByText('Please enter a valid email')).toBeVisible();
    await expect(dialog.getByText('Phone number is required')).toBeVisible();
  },
);

test(
  'Protected pages send signed-out visitors to the sign-in page, which sends signed-in people home',
  ONLINE,
  async ({ page, person }) => {
    for (const { path } of CUSTOMER_PAGES) {
      await page.goto(path);
      await expect(page).toHaveURL('/auth');
    }
    await signIn(page, person);
    await expect(page).toHaveURL('/');
    await page.goto('/auth');
    await expect(page).toHaveURL('/');
  },
);

test('Signing out without signal works and ends the session when it is back', async ({
  home: page,
  person,
  signal,
}) => {
  await waitForOfflineReady(page);
  await expect(connection(page)).toHaveText('All sent');
  await signal.lose();
  await logOut(page);
  await expect(page).toHaveURL('/auth');
  await page.goto('/');
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('heading', { name: 'Welcome', exact: true })).toBeVisible();

  await signal.regain();
  await expect.poll(async () => (await page.request.get('/api/user')).status()).toBe(401);
  await page.goto('/');
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText(person.email)).toHaveCount(0);
  await fillSignIn(page, person);
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
});
