import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type jsqr from 'jsqr';
import type { BrowserContext, Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { findChromium, launchOptionsOf } from '../fixtures/browser.ts';
import { letTake, makeFriend, makePerson, openAs, signIn } from '../fixtures/people.ts';
import { expectSentOnce, fillReferral } from '../fixtures/referrals.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { expect, LOST_CONNECTION, test as base } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

const PHONE = { width: 390, height: 844 };
/** Puts `jsQR` into a page. */
const DECODER = createRequire(import.meta.url).resolve('jsqr/dist/jsQR.js');

interface ScanFixtures {
  /** A rep's phone, whose camera sees this picture, or which has none. The headless shell has no cameras at all. */
  phoneSeeing: (picture: Buffer | undefined) => Promise<BrowserContext>;
}

const test = base.extend<ScanFixtures>({
  phoneSeeing: async ({ consoleGuard, network, playwright }, use, testInfo) => {
    const closing: (() => Promise<void>)[] = [];
    await use(async (picture) => {
      const options = launchOptionsOf(findChromium());
      const file = testInfo.outputPath('camera.mjpeg');
      if (picture) await writeFile(file, picture);
      const camera = [
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${file}`,
      ];
      const args = [...options.args, ...(picture ? camera : [])];
      const browser = await playwright.chromium.launch({ ...options, args });
      closing.push(() => browser.close());
      const context = await browser.newContext({ baseURL: network.origin, viewport: PHONE });
      await context.grantPermissions(['camera']);
      consoleGuard.watch(context);
      return context;
    });
    await Promise.all(closing.map((close) => close()));
  },
});

/** Gives pages what Chromium has on Android: its own decoder of QR codes, here one written in JavaScript. */
async function giveDetector(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: DECODER });
  await context.addInitScript(() => {
    const page = globalThis as { jsQR?: typeof jsqr.default; BarcodeDetector?: unknown };
    page.BarcodeDetector = class {
      detect(video: HTMLVideoElement) {
        const { videoWidth: width, videoHeight: height } = video;
        const canvas = new OffscreenCanvas(width, height).getContext('2d');
        canvas?.drawImage(video, 0, 0);
        const pixels = canvas?.getImageData(0, 0, width, height).data;
        const found = pixels && page.jsQR?.(pixels, width, height);
        return Promise.resolve(found ? [{ rawValue: found.data }] : []);
      }
    };
  });
}

/** What a camera in front of a customer's phone sees: a frame of MJPEG, which is a JPEG. */
async function pictureOfCode(page: Page): Promise<Buffer> {
  // The size of the camera's pictures.
  await page.setViewportSize({ width: 640, height: 480 });
  await page.goto('/?qr=1');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  return page.screenshot({ type: 'jpeg', quality: 90, animations: 'disabled' });
}

test(
  'A customer’s QR code is scanned without signal, and the referral is theirs',
  SWEEP,
  async ({ app, consoleGuard, home: customerPhone, person: customer, phoneSeeing }) => {
    consoleGuard.allow(LOST_CONNECTION);
    const rep = await makePerson(app);
    await letTake(app, rep);
    const phone = await phoneSeeing(await pictureOfCode(customerPhone));
    await giveDetector(phone);
    const page = await phone.newPage();
    await signIn(page, rep);
    await waitForOfflineReady(page);
    await phone.setOffline(true);
    const friend = makeFriend();
    await page.goto('/?add=1');
    await page.getByRole('button', { name: 'Scan their QR code' }).click();
    await expect(page.getByRole('dialog', { name: 'Scan their QR code' })).toBeHidden();
    await expect(page.getByText('Will be checked when it is sent.')).toBeVisible();
    await fillReferral(page, friend);
    await page.getByRole('button', { name: 'Add Referral' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await phone.setOffline(false);
    expect((await expectSentOnce(app, friend))[0]).toMatchObject({ userId: customer.id });
  },
);

test(
  'Another QR code, a camera that is missing and a browser without a decoder are told, and the code is typed',
  SWEEP,
  async ({ app, home: anyPage, phoneSeeing }) => {
    const rep = await makePerson(app);
    await letTake(app, rep);
    const openScan = async (phone: BrowserContext) => {
      const page = await phone.newPage();
      await openAs(page, rep, '/?add=1');
      await expect(page.getByLabel('On behalf of')).toBeVisible();
      return page;
    };
    const seeing = await phoneSeeing(await pictureOfCode(anyPage));
    await seeing.addInitScript(() => {
      const detect = () => Promise.resolve([{ rawValue: 'WIFI:S:cafe;;' }]);
      Object.assign(globalThis, {
        BarcodeDetector: class {
          detect = detect;
        },
      });
    });
    const page = await openScan(seeing);
    await page.getByRole('button', { name: 'Scan their QR code' }).click();
    const scan = page.getByRole('dialog', { name: 'Scan their QR code' });
    await expect(scan).toContainText('This is not a customer’s QR code.');
    await expectAccessible(page, 'a scan of something else');
    await page.keyboard.press('Escape');
    await expect(scan).toBeHidden();
    await expect(page.getByLabel('On behalf of')).toHaveValue('');

    const without = await phoneSeeing(undefined);
    await giveDetector(without);
    const blind = await openScan(without);
    await blind.getByRole('button', { name: 'Scan their QR code' }).click();
    await expect(blind.getByText('The camera cannot be used.')).toBeVisible();
    await expectAccessible(blind, 'a scan without a camera');

    const old = await phoneSeeing(undefined);
    await old.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'));
    const plain = await openScan(old);
    await expect(plain.getByRole('button', { name: 'Scan their QR code' })).toHaveCount(0);
  },
);
