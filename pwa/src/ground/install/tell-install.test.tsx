// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { enqueue } from '@sunloop/engine/save.ts';
import { aNewReferral, anOpenDb } from '@sunloop/engine/test/builders.ts';
import { NoticeRegion } from '../../ui/layers/notice-region.tsx';
import { useInstallOffer } from './install-offer.ts';
import { countUnsent } from '@sunloop/engine/data/find-unsent.ts';
import { tellInstall } from './tell-install.ts';
import '../../test/page/setup.ts';

const TITLE = 'Put Sunloop on your home screen.';
const prompt = vi.fn<() => Promise<{ outcome: 'accepted' }>>();
let stop = () => undefined as void;

beforeEach(() => {
  localStorage.clear();
  prompt.mockReset().mockResolvedValue({ outcome: 'accepted' });
  useInstallOffer.setState({ offer: Object.assign(new Event('offer'), { prompt }) });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  render(<NoticeRegion />);
});
afterEach(() => stop());

function tell(db: UserDb) {
  stop = tellInstall(db);
}

function asIphone() {
  useInstallOffer.setState({ offer: null });
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Safari/605');
}

/** What waits was counted at least once more. */
async function look(db: UserDb) {
  await waitFor(async () => expect(await countUnsent(db)).toBeGreaterThanOrEqual(0));
}

test('the browser’s question is offered until it is answered', async () => {
  tell(await anOpenDb());
  fireEvent.click(await screen.findByRole('button', { name: 'Install' }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
});

test('whoever says no is not asked again on this device, whoever is signed in', async () => {
  tell(await anOpenDb());
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  const other = await anOpenDb();
  tell(other);
  await look(other);
  expect(screen.queryByText(TITLE)).toBeNull();
});

test('an iPhone’s steps come once nothing waits that the installed app would not see', async () => {
  asIphone();
  const db = await anOpenDb();
  await enqueue(db, [aNewReferral()]);
  tell(db);
  await look(db);
  expect(screen.queryByText(TITLE)).toBeNull();
  await db.outbox.clear();
  expect(await screen.findByText(/Tap Share, then ‘Add to Home Screen’/)).toBeTruthy();
});

test('nothing is offered in the installed app, or where only a menu installs it', async () => {
  useInstallOffer.setState({ offer: null });
  const db = await anOpenDb();
  tell(db);
  await look(db);
  asIphone();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  tell(db);
  await look(db);
  expect(screen.queryByText(TITLE)).toBeNull();
});
