import type { ResourceRow } from './user-db.ts';

/** Replaced by the build with a name made from the schemas (build/read-shapes.ts). */
declare const __READ_SHAPE__: string;

/** One name for all the shapes in which this build keeps what it reads. */
export const READ_SHAPE = __READ_SHAPE__;

/**
 * Whether an answer is kept in another shape than this build's (rule 37). The build that kept it left out what it did
 * not know, so it is shown as far as it can be read, and fetched again.
 */
export function isOtherShape(stored: ResourceRow | undefined): boolean {
  return stored !== undefined && stored.shape !== READ_SHAPE;
}
