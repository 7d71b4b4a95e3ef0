import type { PushRow } from '@sunloop/shared-types';

/** What a person wrote of somebody, to be compared: whose rows agree in it are the same to the server. */
export function contentOf({
  name,
  email,
  phone,
  address,
}: Pick<PushRow, 'name' | 'email' | 'phone' | 'address'>): string {
  return JSON.stringify([name, email, phone ?? null, address ?? null]);
}
