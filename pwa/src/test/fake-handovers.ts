import {
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto';
import type { CurrentUser, Handover, HandoverAnswer, PushRow } from '@sunloop/shared-types';
import { jsonAnswer } from './fake-answers.ts';
import type { FakeServer } from './fake-server.ts';

export const HANDOVERS = '/api/handovers';
const KEY_ID = 'fake0key';

/** The side of the fake server that takes what one person carries for another, as docs/design.md says. */
export class FakeHandovers {
  readonly #pair = generateKeyPairSync('x25519');
  readonly #server: FakeServer;
  /** Why the next files are refused, though they can be opened. */
  refusal: string | undefined;

  constructor(server: FakeServer) {
    this.#server = server;
    server.more.set(HANDOVERS, (_, { body }) =>
      jsonAnswer(this.#take((body as { sealed: string }).sealed)),
    );
  }

  /** What the server tells this user's device. */
  credentialOf({ id }: Pick<CurrentUser, 'id'>): string {
    const { x = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    return [KEY_ID, x, 0, `token-of-${id}`].join('.');
  }

  #take(sealed: string): HandoverAnswer {
    const why = this.refusal ?? (sealed.split('.')[1] === KEY_ID ? undefined : 'unknown_key');
    if (why) return { outcome: 'refused', why };
    try {
      const { owner, token, rows } = this.#open(sealed);
      if (token !== `token-of-${owner}`) return { outcome: 'refused', why: 'tampered' };
      this.#server.store({ id: owner, email: '' }, rows as PushRow[]);
      return { outcome: 'delivered', rows: rows.length };
    } catch {
      return { outcome: 'refused', why: 'tampered' };
    }
  }

  /** Opens a file; throws if anything of it was changed. */
  #open(sealed: string): Handover {
    const [head, keyId, count, own = '', box = ''] = sealed.split('.');
    const jwk = { kty: 'OKP', crv: 'X25519', x: own };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const secret = diffieHellman({ privateKey: this.#pair.privateKey, publicKey });
    const { x = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const salt = Buffer.concat([Buffer.from(own, 'base64url'), Buffer.from(x, 'base64url')]);
    const derived = Buffer.from(hkdfSync('sha256', secret, salt, head ?? '', 44));
    const bytes = Buffer.from(box, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', derived.subarray(0, 32), derived.subarray(32))
      .setAAD(Buffer.from(`${head}.${keyId}.${count}`))
      .setAuthTag(bytes.subarray(-16));
    return JSON.parse(
      decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8'),
    );
  }
}
