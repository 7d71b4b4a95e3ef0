import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { handOver, openWithoutSignal } from '../fixtures/courier.ts';
import { linesOf, makeFriends } from '../fixtures/csv-files.ts';
import { expect, type InstalledApp, installedTest as test } from '../fixtures/installed-app.ts';
import { fillSignIn, makeFriend, makePerson, type Person } from '../fixtures/people.ts';
import { expectSentOnce } from '../fixtures/referrals.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { LOST_CONNECTION } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Bulk Upload' });

/** Writes a file to disk; returns its path. */
async function putFile({ folder }: InstalledApp, name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

/** Opens a file with the app and returns the window that shows it. */
async function openFile(profile: BrowserContext, installed: InstalledApp, file: string) {
  const [opened] = await Promise.all([profile.waitForEvent('page'), installed.openFiles(file)]);
  return opened;
}

async function signInHere(profile: BrowserContext, origin: string, person: Person) {
  const page = await profile.newPage();
  await page.goto(`${origin}/auth`);
  await fillSignIn(page, person);
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
}

test(
  'A CSV opened with the app is shown and sent, and a second one gets its own window',
  SWEEP,
  async ({ app, installed, network, person, profile }) => {
    const [first, second] = [makeFriends(2), makeFriends(3)];
    const files = await Promise.all([
      putFile(installed, 'first.csv', linesOf(first)),
      putFile(installed, 'second.csv', linesOf(second)),
    ]);
    await signInHere(profile, network.origin, person);
    const one = await openFile(profile, installed, files[0] ?? '');
    await expect(dialog(one)).toContainText('first.csv');
    await expect(dialog(one)).toContainText('2 people');

    const two = await openFile(profile, installed, files[1] ?? '');
    await expect(dialog(two)).toContainText('second.csv');
    await expect(dialog(one)).toContainText('first.csv');
    await two.getByRole('button', { name: 'Upload 3 referrals' }).click();
    await one.getByRole('button', { name: 'Upload 2 referrals' }).click();
    await expect(dialog(two)).toContainText('Upload complete', { timeout: 30_000 });
    await expect(dialog(one)).toContainText('Upload complete', { timeout: 30_000 });
    await expectSentOnce(app, ...first, ...second);
  },
);

test(
  'Several files opened at once are each shown in a window',
  SWEEP,
  async ({ installed, network, person, profile }) => {
    const names = ['east.csv', 'west.csv'];
    const files = await Promise.all(
      names.map((name) => putFile(installed, name, linesOf(makeFriends(1)))),
    );
    await signInHere(profile, network.origin, person);
    const before = profile.pages().length;
    await installed.openFiles(...files);
    await expect.poll(() => profile.pages().length).toBe(before + files.length);
    const opened = profile.pages().slice(before);
    for (const page of opened) await expect(dialog(page)).toContainText('1 person');
    const texts = await Promise.all(opened.map((page) => dialog(page).textContent()));
    for (const name of names) expect(texts.filter((text) => text?.includes(name))).toHaveLength(1);
  },
);

test(
  'Contacts and a colleague’s sealed file open with the app as a CSV does',
  SWEEP,
  async ({ app, consoleGuard, installed, network, newDevice, person, profile }) => {
    consoleGuard.allow(LOST_CONNECTION);
    const [contact, handed] = [makeFriend(), makeFriend()];
    const owner = await makePerson(app);
    const phone = await (await newDevice()).newPage();
    await openWithoutSignal(phone, owner, `${app.origin}/`);
    const { name, buffer } = await handOver(phone, handed);
    const card = `BEGIN:VCARD\nVERSION:3.0\nFN:${contact.name}\nEMAIL:${contact.email}\nEND:VCARD\n`;
    const files = [
      await putFile(installed, 'friend.vcf', card),
      await putFile(installed, name, buffer.toString()),
    ];

    await signInHere(profile, network.origin, person);
    const cards = await openFile(profile, installed, files[0] ?? '');
    await cards.getByRole('button', { name: 'Upload 1 referral' }).click();
    await expect(dialog(cards)).toContainText('Upload complete');
    const sealed = await openFile(profile, installed, files[1] ?? '');
    await sealed.getByRole('button', { name: 'Take it to the server' }).click();
    await expect(dialog(sealed)).toContainText('Brought to our server: 1 referral');
    const rows = await expectSentOnce(app, contact, handed);
    const owners = rows.map(({ email, userId }) => [email, userId]);
    expect(owners).toEqual(
      expect.arrayContaining([
        [contact.email, person.id],
        [handed.email, owner.id],
      ]),
    );
  },
);

test(
  'A file opened while nobody is signed in is shown after the sign-in',
  SWEEP,
  async ({ installed, person, profile }) => {
    const file = await putFile(installed, 'early.csv', linesOf(makeFriends(2)));
    const page = await openFile(profile, installed, file);
    await expect(page).toHaveURL(/\/auth$/);
    await fillSignIn(page, person);
    await expect(dialog(page)).toContainText('early.csv');
    await expect(dialog(page)).toContainText('2 people');
  },
);

test(
  'A file that is not CSV is left out by the system or refused by the app',
  SWEEP,
  async ({ installed, network, person, profile }) => {
    const note = await putFile(installed, 'notes.txt', 'milk, bread');
    const broken = await putFile(installed, 'broken.csv', 'Name,Email\n"Ann,ann@example.com');
    await signInHere(profile, network.origin, person);
    await expect(installed.openFiles(note)).rejects.toThrow('not supported');
    const page = await openFile(profile, installed, broken);
    await expect(toast(page)).toContainText('Failed to parse file');
    const gone = await openFile(profile, installed, path.join(installed.folder, 'gone.csv'));
    await expect(toast(gone)).toContainText('Failed to read file');
  },
);
