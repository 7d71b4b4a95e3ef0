import type { PushRow } from '@sunloop/shared-types';

type Content = Pick<PushRow, 'name' | 'email' | 'phone' | 'address'>;

/** What a person wrote of somebody, to the letter. */
export function contentOf({ name, email, phone, address }: Content): string {
  return JSON.stringify([name, email, phone ?? null, address ?? null]);
}

/** The same without what makes no other person: letter case, spaces, Unicode spelling. */
export function comparableContentOf({ name, email, phone, address }: Content): string {
  return JSON.stringify([name, email, phone, address].map(comparable));
}

/** Of every id a file ever made, so it never changes (`upload-row-id.ts`). */
export function comparable(text: string | null | undefined): string {
  return (text ?? '').normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
