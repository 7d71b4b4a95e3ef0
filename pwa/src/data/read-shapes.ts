import type { ResourceRow } from './user-db.ts';

/** Put in place of these by the build, which makes them of the schemas (build/read-shapes.ts). */
declare const __LIST_SHAPE__: string;
declare const __READ_SHAPE__: string;

/** Names the shape in which this build keeps everybody's referrals. */
export const LIST_SHAPE = __LIST_SHAPE__;

/**
 * Names the shape in which this build keeps what it reads at a path. An answer kept in another one came through
 * another build, which left out what it did not know: it is shown as far as it can be read, and fetched anew.
 */
export function shapeAt(path: string): string {
  // By its text: the schemas beside it are for admins only.
  return path === '/api/admin/referrals' ? LIST_SHAPE : __READ_SHAPE__;
}

/** Whether what is kept at its path is kept in another shape than this build's (rule 37). */
export function isOtherShape(stored: ResourceRow | undefined): boolean {
  return stored !== undefined && stored.shape !== shapeAt(stored.path);
}
