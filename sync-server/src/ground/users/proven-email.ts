import type { UserEntity } from './entities.ts';

/**
 * The address by which rows that are nobody's account's are found as a user's own; null while it is not confirmed, because
 * whoever signs up can name a stranger's.
 */
export const provenEmailOf = ({
  email,
  emailConfirmedAt,
}: Pick<UserEntity, 'email' | 'emailConfirmedAt'>) => (emailConfirmedAt ? email : null);
