import { DEFAULT_BOUNDS, type RequestBounds } from '../http/bounds/bounds.ts';

/** Nothing is refused because the machine of the tests is busy. */
export const TEST_BOUNDS: RequestBounds = { ...DEFAULT_BOUNDS, overloadMs: 0 };
