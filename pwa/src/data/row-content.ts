import type { PushRow } from '@sunloop/shared-types';

/** What a person wrote about somebody, character by character. */
export function contentOf({
  name,
  email,
  phone,
  address,
}: Pick<PushRow, 'name' | 'email' | 'phone' | 'address'>): string {
  return JSON.stringify([name, email, phone ?? null, address ?? null]);
}
