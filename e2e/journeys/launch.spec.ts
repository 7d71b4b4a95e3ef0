import type { BrowserContext } from 'playwright/test';
import { expect, type InstalledApp, installedTest as test } from '../fixtures/installed-app.ts';
import { fillSignIn, makeFriend } from '../fixtures/people.ts';
import { fillReferral } from '../fixtures/referrals.ts';
import { SWEEP } from '../fixtures/tags.ts';

/** Starts the installed app, at a shortcut's path or as its icon does, and returns the window that opens. */
async function launch(profile: BrowserContext, installed: InstalledApp, path?: string) {
  const [opened] = await Promise.all([profile.waitForEvent('page'), installed.launch(path)]);
  return opened;
}

test(
  'A shortcut opens where it leads, and an open form in another window stays as it was typed',
  SWEEP,
  async ({ installed, network, person, profile }) => {
    const first = await launch(profile, installed);
    await expect(first).toHaveURL(`${network.origin}/auth`);
    await fillSignIn(first, person);
    await first.getByRole('link', { name: 'Add New Referral' }).first().click();
    const friend = makeFriend();
    await fillReferral(first, friend);
    const place = first.url();

    const shortcut = await launch(profile, installed, '/referrals');
    await expect(shortcut.getByRole('heading', { level: 1 })).toContainText('Referrals');
    const another = await launch(profile, installed, '/?add=1');
    await expect(another.getByRole('dialog')).toBeVisible();

    expect(first.url()).toBe(place);
    await expect(first.getByLabel('Full Name')).toHaveValue(friend.name);
    await expect(first.getByLabel('Email')).toHaveValue(friend.email);
  },
);
