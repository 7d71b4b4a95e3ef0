import { Programme } from './ladder.ts';
import type { Route } from '../route.ts';

/**
 * What anybody may know about the program; separate from the other public calls, whose pages load without it.
 */
export const programmeRoutes = {
  programme: {
    method: 'GET',
    path: '/api/rewards/programme',
    access: 'public',
    answers: { 200: Programme },
  },
} as const satisfies Record<string, Route>;
