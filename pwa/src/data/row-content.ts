import type { PushRow } from '@sunloop/shared-types';

/** What a person wrote of somebody, to the letter. */
export function contentOf({
  name,
  email,
  phone,
  address,
}: Pick<PushRow, 'name' | 'email' | 'phone' | 'address'>): string {
  return JSON.stringify([name, email, phone ?? null, address ?? null]);
}
