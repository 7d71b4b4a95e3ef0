import { expectAccessible } from '../fixtures/axe.ts';
import { csvFile, pickFile } from '../fixtures/csv-files.ts';
import { carry, handOver, openWithoutSignal, savedBy, test } from '../fixtures/courier.ts';
import { makeFriend, makePerson, openAs } from '../fixtures/people.ts';
import {
  addReferral,
  connection,
  expectAllSent,
  expectSentOnce,
  openWaiting,
  serverRows,
} from '../fixtures/referrals.ts';
import { holdShares, sharedFile, shareToApp } from '../fixtures/share-sheet.ts';
import { signalOf } from '../fixtures/signal.ts';
import { everythingStored, readCaches, readTable } from '../fixtures/stored.ts';
import { expect, LOST_CONNECTION, refusedWith } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';
import { SWEEP } from '../fixtures/tags.ts';

test('What a phone without signal hands over is brought by two colleagues and by itself, and is there once', async ({
  app,
  colleague,
  home: owner,
  person,
  signal,
}) => {
  await expectAllSent(owner);
  const friends = [makeFriend(), makeFriend()];
  await signal.lose();
  const file = await handOver(owner, ...friends);
  expect(file.name).toMatch(/^sunloop-.*\.sunloop$/);
  await expect(toast(owner)).toContainText('2 referrals handed over');
  await expect(owner.getByText(/^Handed over on .* still waits here/)).toHaveCount(2);
  await expectAccessible(owner, 'what was handed over');

  for (const courier of [await makePerson(app), await makePerson(app)]) {
    const page = await colleague();
    await carry(page, courier, file);
    const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
    await expect(dialog).toContainText('Brought to our server: 2 referrals');
    await expectAccessible(page, 'a delivered file');
    await page.goto('/?waiting=1');
    await expect(page.getByText('A colleague’s 2 referrals, sealed')).toBeVisible();
  }
  const rows = await expectSentOnce(app, ...friends);
  expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set([person.id]));

  await signal.regain();
  await expectAllSent(owner);
  await expectSentOnce(app, ...friends);
  expect(await readTable(owner, `referrals-${person.id}`, 'rejected')).toEqual([]);
});

test(
  'A colleague without signal keeps the file sealed, and it goes once they have some',
  SWEEP,
  async ({ app, colleague, consoleGuard, context, home: courier, network }) => {
    consoleGuard.allow(LOST_CONNECTION);
    const owner = await makePerson(app);
    const phone = await colleague();
    await openWithoutSignal(phone, owner);
    const friends = [makeFriend(), makeFriend(), makeFriend()];
    const file = await handOver(phone, ...friends);

    await expectAllSent(courier);
    await courier.goto('/referrals?upload=1');
    const signal = signalOf(context, network);
    await signal.lose();
    await courier.getByLabel('Choose CSV file').first().setInputFiles(file);
    await courier.getByRole('button', { name: 'Take it to the server' }).click();
    await expect(courier.getByRole('dialog')).toContainText(
      'We’ll deliver it as soon as you’re online',
    );
    await expect(connection(courier)).toHaveText('Offline, 1 waiting');
    const caches = (await readCaches(courier)).map(({ body }) => body).join('\n');
    const held = `${await everythingStored(courier)}\n${caches}`;
    expect(held).toContain(file.buffer.toString());
    for (const { name, email } of friends) {
      expect(held).not.toContain(name);
      expect(held).not.toContain(email);
    }
    await courier.close({ runBeforeUnload: false });
    const again = await context.newPage();
    await signal.regain();
    await again.goto('/');
    await expectAllSent(again);
    const rows = await expectSentOnce(app, ...friends);
    expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set([owner.id]));
  },
);

test(
  'It goes from share sheet to share sheet, both without signal, and of several files the first is taken',
  SWEEP,
  async ({ app, colleague, consoleGuard, context, home: courier, network }) => {
    consoleGuard.allow(LOST_CONNECTION);
    const owner = await makePerson(app);
    const phone = await colleague();
    await holdShares(phone, { takesTextFiles: true });
    await openWithoutSignal(phone, owner);
    const friend = makeFriend();
    await addReferral(phone, friend);
    await openWaiting(phone);
    await phone.getByRole('button', { name: 'Hand over to a colleague' }).click();
    const file = await sharedFile(phone);
    expect(file.name).toMatch(/\.sunloop\.txt$/);

    await expectAllSent(courier);
    const signal = signalOf(context, network);
    await signal.lose();
    await shareToApp(courier, { files: [file, csvFile('Ann,ann@example.com')] });
    await expect(toast(courier)).toContainText(`Only ${file.name} was opened`);
    await courier.getByRole('button', { name: 'Take it to the server' }).click();
    await expect(courier.getByRole('dialog')).toContainText(
      'We’ll deliver it as soon as you’re online',
    );
    await signal.regain();
    await expectAllSent(courier);
    expect((await expectSentOnce(app, friend))[0]).toMatchObject({ userId: owner.id });
  },
);

test(
  'A file that was changed, or whose owner is inactive or erased, is refused in words',
  SWEEP,
  async ({ app, colleague, consoleGuard, home: owner, person, signal }) => {
    for (const status of [401, 403, 410]) consoleGuard.allow(refusedWith(status));
    await expectAllSent(owner);
    await signal.lose();
    const friend = makeFriend();
    const file = await handOver(owner, friend);
    const page = await colleague();
    const courier = await makePerson(app);
    const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
    const text = file.buffer.toString();
    const changed = `${text.slice(0, -20)}${text.at(-20) === 'A' ? 'B' : 'A'}${text.slice(-19)}`;
    await carry(page, courier, { ...file, buffer: Buffer.from(changed) });
    await expect(dialog).toContainText('The file was damaged or changed on its way.');
    await expectAccessible(page, 'a refused file');
    await pickFile(page, { ...file, buffer: Buffer.from(text.slice(0, 50)) });
    await expect(dialog).toContainText('This file cannot be delivered');

    await app.sql(`update users set is_active = 'false' where id = $1`, [person.id]);
    await carry(page, courier, file);
    await expect(dialog).toContainText('The account of the person it is from is not active.');
    await app.sql('update users set erased_at = now() where id = $1', [person.id]);
    await carry(page, courier, file);
    await expect(dialog).toContainText('The account of the person it is from was deleted.');
    expect(await serverRows(app, friend)).toEqual([]);
    await page.goto('/?waiting=1');
    await expect(page.getByRole('heading', { name: /^Not delivered/ })).toBeVisible();
  },
);

test(
  'A saved file comes back on another phone, twice, and with the first phone later, and adds nothing more',
  SWEEP,
  async ({ app, colleague, home: first, person, signal }) => {
    await expectAllSent(first);
    await signal.lose();
    const friends = [makeFriend(), makeFriend()];
    for (const friend of friends) await addReferral(first, friend);
    await openWaiting(first);
    const file = await savedBy(first, 'Save as file');

    const [others, second] = [await colleague(), await colleague()];
    await openAs(others, await makePerson(app), '/');
    await pickFile(others, file);
    await expect(others.getByRole('dialog')).toContainText('This file is another person’s');
    await expectAccessible(others, 'another person’s file');

    await openAs(second, person, '/');
    const dialog = second.getByRole('dialog', { name: 'Bulk Upload' });
    const lines = file.buffer.toString().split('\r\n');
    await pickFile(second, { ...file, buffer: Buffer.from(lines.toSpliced(2, 1).join('\r\n')) });
    await expect(dialog).toContainText('1 of its 2 entries could be read');
    for (const outcome of ['Brought back', 'Nothing new in this file']) {
      await pickFile(second, file);
      await second.getByRole('button', { name: 'Bring it back' }).click();
      await expect(dialog.getByRole('region', { name: outcome })).toBeVisible();
      await expectSentOnce(app, ...friends);
      await expectAllSent(second);
    }
    await signal.regain();
    await expectAllSent(first);
    await expectSentOnce(app, ...friends);
  },
);
