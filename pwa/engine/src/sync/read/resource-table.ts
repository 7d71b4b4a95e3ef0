import { passkeyRoutes } from '@sunloop/shared-types/accounts/passkey.ts';
import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import { ON_BEHALF_PATH } from '@sunloop/shared-types/limits.ts';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { onBehalfOfMeRoutes } from '@sunloop/shared-types/referrals/on-behalf-of-me.ts';
import { notLoaded } from '../../api/problems.ts';
import type { UserDb } from '../../data/user-db.ts';
import type { SyncDeps } from '../ground/deps.ts';
import { fetchJson, type JsonRoute } from './fetch-json.ts';
import { REFERRALS_PATH } from './referral-versions.ts';
import { refreshReferrals } from './refresh-referrals.ts';

/** Reads whose answers are kept as they are, by the names under which the app asks for them. */
export const JSON_ROUTES = {
  stats: customerRoutes.stats,
  levels: customerRoutes.rewardLevels,
  ladder: customerRoutes.rewardLadder,
  history: customerRoutes.rewardHistory,
  available: customerRoutes.availableRewards,
  impact: customerRoutes.environmentalImpact,
  achievements: customerRoutes.achievements,
  sessions: sessionRoutes.ownSessions,
  passkeys: passkeyRoutes.ownPasskeys,
  takenForMe: onBehalfOfMeRoutes.takenForMe,
} as const satisfies Record<string, JsonRoute>;

export type JsonName = keyof typeof JSON_ROUTES;

/** A read of the server that is kept in Dexie; `taken`, which is not whole JSON either, only for those who take. */
export type FetchedName = 'referrals' | 'taken' | JsonName;

/** Resources that every customer's device holds; achievements are fetched only while they are shown (SPEC §7). */
export const KEPT_NAMES: readonly FetchedName[] = [
  'referrals',
  'stats',
  'levels',
  'ladder',
  'history',
  'available',
  'impact',
];

/** SPEC §7: what a new referral changes. */
export const TOUCHED_BY_WRITE = ['referrals', 'stats', 'levels'] as const;

export function pathOf(name: FetchedName): string {
  if (name === 'taken') return ON_BEHALF_PATH;
  return name === 'referrals' ? REFERRALS_PATH : JSON_ROUTES[name].path;
}

/** Fetches one resource once and stores it; throws `Problem` if that fails. */
export async function fetchOnce(db: UserDb, name: FetchedName, deps: SyncDeps): Promise<void> {
  if (name === 'referrals') return refreshReferrals(db, deps);
  if (name === 'taken')
    return (await import('./on-behalf-list.ts').catch(notLoaded)).fetchOnBehalf(db, deps);
  return fetchJson(db, JSON_ROUTES[name], deps);
}
