import { startApp } from '../fixtures/app-process.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { openHttpsFront } from '../fixtures/https-front.ts';
import { logOut } from '../fixtures/navigation.ts';
import { signIn } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

test(
  'Over https the session is only this host’s, survives a reload and ends with the sign-out',
  SWEEP,
  async ({ browser, consoleGuard }) => {
    const port = await findFreePort();
    const front = await openHttpsFront(port);
    const app = await startApp({ PUBLIC_ORIGIN: front.origin, PORT: String(port) });
    // A worker is refused with an untrusted certificate, even if the page is allowed.
    const context = await browser.newContext({
      baseURL: front.origin,
      ignoreHTTPSErrors: true,
      serviceWorkers: 'block',
    });
    consoleGuard.watch(context);
    const page = await context.newPage();
    await signIn(page, app.admin);
    const session = async () =>
      (await context.cookies()).find(({ name }) => name === '__Host-sunloop.sid');
    expect(await session()).toMatchObject({
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      domain: 'localhost',
    });
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('sunloop.sid');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(`${front.origin}/`);
    await logOut(page);
    await expect(page).toHaveURL(`${front.origin}/auth`);
    await expect.poll(session).toBeUndefined();
    await context.close();
    await front.close();
    await app.stop();
  },
);
