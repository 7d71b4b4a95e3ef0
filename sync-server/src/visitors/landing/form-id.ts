import { createHmac } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { stringify } from 'uuid';
import { deriveSecret } from '../../ground/keys/derive-secret.ts';
import { newestKey } from '../../ground/keys/service.ts';

/**
 * The id of a request that a form made: the same for the same texts on the same day, so that a page sent again, or a second
 * press, asks for one quote. Whoever knows it may see the request, so nobody can compute it from what they know of the person.
 */
export async function formId(em: SqlEntityManager, texts: readonly string[]): Promise<string> {
  const secret = deriveSecret(await newestKey(em, 'handover'), 'sunloop form ids');
  const day = new Date().toISOString().slice(0, 10);
  const bytes = createHmac('sha256', secret)
    .update(JSON.stringify([day, ...texts]))
    .digest()
    .subarray(0, 16);
  // Version 8 and the variant of RFC 9562: what its maker likes.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return stringify(bytes);
}
