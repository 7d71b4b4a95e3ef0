import { lazyPart } from '../../ui/layers/lazy-part.ts';

/** Loaded only for those who take referrals for others. */
export const OnBehalf = lazyPart(() => import('../on-behalf/on-behalf.tsx'), 'OnBehalf');
