import { onBehalfRoutes } from '@sunloop/shared-types/referrals/on-behalf.ts';
import { call } from '../../api/client.ts';
import type { UserDb } from '../../data/user-db.ts';

/** The display name of the customer with a code; throws `Problem`, in the server's words if it knows no such customer. */
export async function findCustomer(db: UserDb, code: string, signal: AbortSignal): Promise<string> {
  const input = { params: { code }, expectedUser: db.userId, signal };
  return (await call(onBehalfRoutes.takenCustomer, input)).data.name;
}
