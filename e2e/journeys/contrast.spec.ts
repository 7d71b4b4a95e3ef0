import type { Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import { expectReadable } from '../fixtures/contrast.ts';
import { showPlace } from '../fixtures/desk-pages.ts';
import {
  CUSTOMER_PAGES,
  DESK_PLACES,
  DIALOGS,
  NOT_FOUND,
  VISITOR_PAGES,
} from '../fixtures/pages.ts';
import {
  type Friend,
  openAs,
  type Person,
  referFromElsewhere,
  signIn,
} from '../fixtures/people.ts';
import { listItem } from '../fixtures/referrals.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { ONLINE, ONLINE_SWEEP } from '../fixtures/tags.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';

interface Known {
  readonly app: AppProcess;
  readonly page: Page;
  readonly person: Person;
}

const WIDE = { width: 1440, height: 900 };

/** Goes on within the app: the styles of all parts that were shown before stay on the page, as on a person's device. */
async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

const headed = (page: Page, heading: string | RegExp) =>
  expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();

test(
  'What was earned is green in both themes after the achievements were seen',
  ONLINE,
  async ({ app, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    await setStatuses(app, person, ['completed']);
    await signIn(page, person);
    await goOn(page, DIALOGS.achievements);
    await expect(page.getByRole('tab', { name: /^Earned/ })).toBeVisible();
    await goOn(page, '/referrals');
    await headed(page, 'My Referrals');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const reward = listItem(page, friend).locator('.reward');
      const isGood = () =>
        reward.evaluate((element) => {
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = 'var(--good)';
          const { color } = getComputedStyle(probe);
          probe.remove();
          return getComputedStyle(element).color === color;
        });
      await expect.poll(isGood, { message: colorScheme, timeout: 5000 }).toBe(true);
    }
  },
);

/** Somebody signed in with referrals in three states, who has seen the achievements; answers the first friend. */
async function signInKnown({ app, page, person }: Known): Promise<Friend> {
  await page.setViewportSize(WIDE);
  const friend = await referFromElsewhere(app, person);
  await referFromElsewhere(app, person);
  await referFromElsewhere(app, person);
  await setStatuses(app, person, ['completed', 'in_progress', 'submitted']);
  await signIn(page, person);
  await goOn(page, DIALOGS.achievements);
  await expect(page.getByRole('tab', { name: /^Earned/ })).toBeVisible();
  return friend;
}

test(
  'Every page of a customer can be read in both themes, at rest, under the pointer, focused and disabled',
  ONLINE_SWEEP,
  async ({ app, page, person, consoleGuard }) => {
    consoleGuard.allow(refusedWith(404));
    await signInKnown({ app, page, person });
    for (const { path, heading } of [...CUSTOMER_PAGES, NOT_FOUND]) {
      await goOn(page, path);
      await headed(page, heading);
      await expectReadable(page, path);
    }
  },
);

test(
  'Every dialog of a customer can be read in both themes, at rest, under the pointer, focused and disabled',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const friend = await signInKnown({ app, page, person });
    for (const path of Object.values(DIALOGS)) {
      await goOn(page, path);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectReadable(page, path);
    }
    await goOn(page, '/');
    await page.getByRole('link', { name: `Details of ${friend.name}` }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectReadable(page, 'details of an installed friend');
  },
);

test(
  'Every page of a visitor can be read in both themes, with its faults shown, too',
  ONLINE_SWEEP,
  async ({ page }) => {
    await page.setViewportSize(WIDE);
    for (const { path, heading, submit } of VISITOR_PAGES) {
      await page.goto(path);
      await headed(page, heading);
      if (submit !== undefined) {
        await page.getByRole('button', { name: submit, exact: true }).click();
        await expect(page.getByText('Please enter a valid email')).toBeVisible();
      }
      await expectReadable(page, path);
    }
  },
);

for (const part of [0, 1, 2]) {
  test(
    `Every place of the desk can be read in both themes, part ${part + 1} of 3`,
    ONLINE_SWEEP,
    async ({ app, page }) => {
      await page.setViewportSize(WIDE);
      await openAs(page, app.admin, '/');
      for (const place of DESK_PLACES.filter((_, at) => at % 3 === part)) {
        await showPlace(page, place);
        await expectReadable(page, place.title);
      }
    },
  );
}
