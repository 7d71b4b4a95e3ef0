import { v5 as uuidv5 } from 'uuid';

/** The namespace of mended rows' ids; it never changes, because other devices and later builds make the same ones. */
const NAMESPACE = 'b0c7a5d4-2f0e-4b43-8c5e-7c1d7f3a9e26';
/** How many corrections of one row are followed; more than anybody makes. */
const FOLLOWED = 8;

/** The id a refused row gets when it is mended: made from the one it had, so that any device can tell what became of it. */
export const mendedId = (id: string): string => uuidv5(id, NAMESPACE);

/** A row's id and those it has after each correction, in this order. */
export function idsSince(id: string): string[] {
  const ids = [id];
  for (let last = id; ids.length <= FOLLOWED; ids.push(last)) last = mendedId(last);
  return ids;
}
