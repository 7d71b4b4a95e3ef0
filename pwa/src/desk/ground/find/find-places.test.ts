import { expect, test } from 'vitest';
import { aUser, anAdminReferral } from '@sunloop/engine/test/builders.ts';
import { findPlaces } from './find-places.ts';

const panels = [
  { title: 'System Overview', search: {} },
  { title: 'Payouts', search: { panel: 'programme', tab: 'payouts' } },
];
const nothing = { panels, users: [], referrals: [], settings: [] };

test('before anything is typed, all panels are listed', () => {
  const [found, ...others] = findPlaces('', nothing);
  expect(found?.places).toMatchObject(panels);
  expect(others).toEqual([]);
});

test('panels are found without accents, and by any apostrophe or dash', () => {
  const titled = [{ title: 'Café – the “who’s who”', search: {} }];
  const [found] = findPlaces('cafe - the "who\'s', { ...nothing, panels: titled });
  expect(found?.places).toHaveLength(1);
});

test('people lead to their account', () => {
  const user = aUser({ username: 'Ann Lee', email: 'ann@x.io', phone: '555 0100' });
  expect(findPlaces('ANN@', { ...nothing, users: [user] })).toEqual([
    {
      title: 'People',
      places: [
        {
          id: user.id,
          title: 'Ann Lee',
          note: '555 0100 · ann@x.io',
          search: { panel: 'users', user: user.id },
        },
      ],
    },
  ]);
});

test('a referral leads to its details, and names who referred it', () => {
  const told = { email: 'bob@x.io', phone: '555 0199', status: 'in_progress' };
  const referral = anAdminReferral({ name: 'Bob Ray', ...told });
  const [group] = findPlaces('ray', { ...nothing, referrals: [referral] });
  expect(group?.places).toMatchObject([
    {
      title: 'Bob Ray',
      note: 'In Progress · 555 0199 · bob@x.io · referred by Rea Referrer',
      search: { panel: 'referrals', id: referral.id },
    },
  ]);
});
