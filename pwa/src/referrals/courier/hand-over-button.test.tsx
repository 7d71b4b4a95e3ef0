// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { webcrypto } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { CannotSeal } from '@sunloop/engine/courier.ts';
import { enqueue } from '@sunloop/engine/save.ts';
import { signIn } from '@sunloop/engine/session.ts';
import { aNewReferral } from '@sunloop/engine/test/builders.ts';
import { FakeHandovers } from '@sunloop/engine/test/fake-handovers.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { NoticeRegion } from '../../ui/layers/notice-region.tsx';
import { useNotices } from '../../ui/layers/notices.ts';
import { HandOverButton } from './hand-over-button.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

afterEach(() => {
  useNotices.setState({ toast: null, standing: {} });
});

/** Knows everything but X25519, as Chrome before 133 does. */
const olderCrypto = {
  getRandomValues: webcrypto.getRandomValues.bind(webcrypto),
  subtle: {
    importKey: () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError')),
  },
};

test('a browser that cannot seal says so and names the plain file, and what waits goes on waiting', async () => {
  const { db, server, user, clock } = await aSignedInDevice();
  const handover = new FakeHandovers(server).credentialOf(user);
  await signIn({ ...user, handover }, clock.deps);
  await enqueue(db, [aNewReferral()]);
  vi.stubGlobal('crypto', olderCrypto);
  render(
    <>
      <HandOverButton />
      <NoticeRegion />
    </>,
    withDb(db),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Hand over to a colleague' }));
  expect(await screen.findByText('Nothing handed over')).toBeTruthy();
  expect(
    screen.getByText('This browser is too old to seal files. Save a file instead.'),
  ).toBeTruthy();
  const logged = vi.mocked(console.error).mock.calls.splice(0);
  expect(logged).toEqual([['Nothing could be handed over:', expect.any(CannotSeal)]]);
  expect((await db.outbox.toArray()).map(({ handedAt }) => handedAt)).toEqual([undefined]);
});
