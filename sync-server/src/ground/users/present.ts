import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { UserEntity } from './entities.ts';

/** A user as it leaves the server; `avatar` is null if it was not loaded. */
export function presentUser(user: UserEntity): User {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    phone: user.phone ?? null,
    address: user.address ?? null,
    avatar: user.avatar ?? null,
    showsPicture: user.showsPicture,
    ...(user.mayTake && { mayTake: true }),
    role: user.role,
    isActive: user.isActive,
    referralCode: user.referralCode,
    createdAt: user.createdAt.toISOString(),
    ...(user.erasedAt && { erasedAt: user.erasedAt.toISOString() }),
  };
}
