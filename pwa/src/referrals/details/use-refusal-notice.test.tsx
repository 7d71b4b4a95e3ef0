// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { UserDb } from '@sunloop/engine/data/user-db.ts';
import { aRow } from '@sunloop/engine/test/list-builders.ts';
import { NoticeRegion } from '../../ui/layers/notice-region.tsx';
import { useRefusalNotice } from './use-refusal-notice.ts';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

afterEach(() => history.replaceState(null, '', '/'));

function Notices() {
  useRefusalNotice();
  return <NoticeRegion />;
}

test.each([
  ['/', 'Error adding referral'],
  ['/referrals', 'Failed to add referral'],
])('a refusal seen at %s is titled %s (SPEC §8)', async (path, title) => {
  history.replaceState(null, '', path);
  const db = new UserDb(crypto.randomUUID());
  const refusal = { code: 'invalid', error: 'No', rejectedAt: 1, savedAt: 1 };
  await db.rejected.add({ id: 'before', row: aRow(), ...refusal });
  render(<Notices />, withDb(db));
  await expect
    .poll(async () => {
      await db.rejected.put({ id: crypto.randomUUID(), row: aRow({ name: 'Ann' }), ...refusal });
      return screen.queryByText(title);
    })
    .toBeTruthy();
});
