import { p } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';

/** The `id` of an entity whose rows are named here; by time, so that new ones stand side by side in the index. */
export const ownId = () =>
  p
    .uuid()
    .primary()
    .onCreate(() => uuidv7());
