import { expect, test } from 'vitest';
import { explainRemoval, explainTier } from './explain-tier.ts';
import { spansOf, winnerAt, type PayingTier } from '@sunloop/shared-types/program/tier-spans.ts';

const aTier = (overrides: Partial<PayingTier> & { id: string }): PayingTier => ({
  name: `Tier ${overrides.id}`,
  level: 1,
  minReferrals: 1,
  maxReferrals: null,
  rewardAmount: '$300',
  isActive: 'true',
  createdAt: '2026-01-02T03:04:05.000Z',
  ...overrides,
});
const first = aTier({ id: '1', minReferrals: 1, maxReferrals: 2 });
const second = aTier({ id: '2', minReferrals: 3, maxReferrals: 4, rewardAmount: '$400', level: 2 });
const last = aTier({ id: '3', minReferrals: 5, rewardAmount: '$500', level: 3 });
const LADDER = [first, second, last];

const linesFor = (draft: Partial<PayingTier>, tiers = LADDER) =>
  explainTier(tiers, aTier({ id: 'new', createdAt: '2026-11-01T00:00:00.000Z', ...draft })).lines;
const namesOf = (tiers: readonly PayingTier[]) =>
  spansOf(tiers).map(({ from, to, tier }) => `${from}-${to ?? ''} ${tier?.id ?? 'default'}`);

test('the tier that begins last pays, then the higher level, then the newer one', () => {
  const wide = aTier({ id: 'wide', level: 9 });
  expect(winnerAt([wide, second], 3)?.id).toBe('2');
  const higher = aTier({ id: 'higher', minReferrals: 3, level: 3 });
  expect(winnerAt([second, higher], 3)?.id).toBe('higher');
  const newer = aTier({
    id: 'newer',
    minReferrals: 3,
    level: 2,
    createdAt: '2026-02-01T00:00:00Z',
  });
  expect(winnerAt([newer, second], 3)?.id).toBe('newer');
});

test('spans leave no gap: what no tier covers gets the default', () => {
  expect(namesOf([second, aTier({ id: 'off', isActive: 'false' })])).toEqual([
    '1-2 default',
    '3-4 2',
    '5- default',
  ]);
  expect(namesOf(LADDER)).toEqual(['1-2 1', '3-4 2', '5- 3']);
  expect(namesOf([])).toEqual(['1- default']);
  expect(namesOf([aTier({ id: 'from0', minReferrals: 0 })])).toEqual(['1- from0']);
});

test('a tier within another splits it, and the rest goes back to the other', () => {
  const wide = aTier({ id: 'wide' });
  const inner = aTier({ id: 'inner', minReferrals: 4, maxReferrals: 6 });
  expect(namesOf([wide, inner])).toEqual(['1-3 wide', '4-6 inner', '7- wide']);
});

test('says what the new tier takes from which tier, and why', () => {
  expect(linesFor({ minReferrals: 4, maxReferrals: 4 })).toEqual([
    "Referrals 3–4 pay '$400' (Tier 2); this tier would take over referral 4, because it begins later, at referral 4.",
  ]);
});

test('says what stays with another tier, and why', () => {
  expect(linesFor({ minReferrals: 2, maxReferrals: 3, level: 9 })).toEqual([
    "Referrals 1–2 pay '$300' (Tier 1); this tier would take over referral 2, because it begins later, at referral 2.",
    "Referral 3 stays with Tier 2 ('$400'), because it begins later, at referral 3.",
  ]);
});

test('between two that begin together the level decides, then the age', () => {
  const same = { minReferrals: 3, maxReferrals: 4 };
  expect(linesFor({ ...same, level: 1 })).toEqual([
    "Referrals 3–4 stay with Tier 2 ('$400'), because it has the higher level.",
    'This tier would pay nothing: other tiers win every referral it covers.',
  ]);
  expect(linesFor({ ...same, level: 3 })[0]).toContain('because it has the higher level');
  expect(linesFor({ ...same, level: 2 })[0]).toContain('because it is newer');
});

test('says which gaps are filled and which are left', () => {
  expect(linesFor({ minReferrals: 3, maxReferrals: 3, rewardAmount: '$350' }, [first])).toEqual([
    "Referral 3 would be paid '$350' by this tier instead of the default '$100'.",
    'No other active tier covers these referrals.',
    "Referrals 4 and up have no active tier and pay the default '$100'.",
  ]);
});

test('an inactive tier pays nothing', () => {
  expect(linesFor({ isActive: 'false' })).toEqual(['While inactive, this tier pays nothing.']);
});

test('for a tier that shrinks or is switched off, says what pays instead', () => {
  const wide = aTier({ id: 'wide', maxReferrals: 3, rewardAmount: '$50' });
  const tiers = [wide, ...LADDER.slice(1)];
  expect(explainTier(tiers, { ...last, minReferrals: 8 }).lines).toEqual([
    "Referrals 5–7 would be left without a tier and pay the default '$100'.",
    'No other active tier covers these referrals.',
  ]);
  expect(explainTier(tiers, { ...second, isActive: 'false' }, 'Tier 2').lines).toEqual([
    "Referral 3 would go to Tier wide ('$50').",
    "Referral 4 would be left without a tier and pay the default '$100'.",
    'While inactive, Tier 2 pays nothing.',
  ]);
});

test('a deleted tier leaves its referrals to the next, and nothing is said if it paid none', () => {
  const wide = aTier({ id: 'wide', maxReferrals: 3, rewardAmount: '$50' });
  expect(explainRemoval([wide, ...LADDER.slice(1)], second)).toEqual([
    "Referral 3 would go to Tier wide ('$50').",
    "Referral 4 would be left without a tier and pay the default '$100'.",
  ]);
  const off = aTier({ id: 'off', isActive: 'false' });
  expect(explainRemoval([second, off], off)).toEqual([]);
});

test('the resulting ladder is returned', () => {
  const { ladder } = explainTier(LADDER, aTier({ id: 'new', minReferrals: 4, maxReferrals: 4 }));
  expect(ladder.map(({ from, to, tier }) => [from, to, tier?.id])).toEqual([
    [1, 2, '1'],
    [3, 3, '2'],
    [4, 4, 'new'],
    [5, null, '3'],
  ]);
});

test('the spans agree with asking number by number, whatever the tiers', () => {
  const seed = 20_261_121;
  let state = seed;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  for (let round = 0; round < 200; round += 1) {
    const tiers = Array.from({ length: random(6) }, (_, at) => {
      const minReferrals = random(10);
      const maxReferrals = random(3) === 0 ? null : minReferrals + random(5);
      const isActive = random(4) === 0 ? 'false' : 'true';
      return aTier({ id: `${at}`, minReferrals, maxReferrals, level: random(3), isActive });
    });
    for (let n = 1; n <= 20; n += 1) {
      const span = spansOf(tiers).find(({ from, to }) => from <= n && (to === null || to >= n));
      expect(span?.tier?.id, `seed ${seed}, round ${round}, referral ${n}`).toBe(
        winnerAt(tiers, n)?.id,
      );
    }
  }
});
