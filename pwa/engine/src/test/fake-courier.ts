import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type JsonWebKey,
} from 'node:crypto';
import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import type { CourierFile, CourierAnswer } from '@sunloop/shared-types/referrals/courier.ts';
import { readJosePart } from '@sunloop/shared-types/referrals/jose-part.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { jsonAnswer } from './fake-answers.ts';
import type { FakeServer } from './fake-server.ts';

export const COURIER_PATH = '/api/handovers';
const KEY_ID = 'fake0key';

/** The side of the fake server that takes what one person carries for another, as docs/design.md says. */
export class FakeCourier {
  readonly #pair = generateKeyPairSync('x25519');
  readonly #server: FakeServer;
  /** Why the next files are refused, though they can be opened. */
  refusal: string | undefined;

  constructor(server: FakeServer) {
    this.#server = server;
    server.more.set(COURIER_PATH, (_, { body }) =>
      jsonAnswer(this.#take((body as { sealed: string }).sealed)),
    );
  }

  /** What the server tells this user's device. */
  credentialOf({ id }: Pick<CurrentUser, 'id'>): string {
    const { x = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    return [KEY_ID, x, 0, `token-of-${id}`].join('.');
  }

  #take(sealed: string): CourierAnswer {
    const why = this.refusal ?? (headerOf(sealed).kid === KEY_ID ? undefined : 'unknown_key');
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

  /**
   * Opens a file; throws if anything of it was changed. By RFC 7516 and RFC 7518, section 4.6, and not by the library that
   * sealed it, so that both are known to mean the same.
   */
  #open(sealed: string): CourierFile {
    const [head = '', , iv = '', text = '', tag = ''] = sealed.split('.');
    const { epk, rows } = headerOf(sealed);
    const publicKey = createPublicKey({ key: epk ?? {}, format: 'jwk' });
    const secret = diffieHellman({ privateKey: this.#pair.privateKey, publicKey });
    const key = createHash('sha256').update(number(1)).update(secret).update(KEY_IS_FOR).digest();
    const decipher = createDecipheriv('aes-256-gcm', key, bytesOf(iv))
      .setAAD(Buffer.from(head))
      .setAuthTag(bytesOf(tag));
    const opened = decipher.update(bytesOf(text), undefined, 'utf8') + decipher.final('utf8');
    const courierFile = JSON.parse(opened) as CourierFile;
    if (courierFile.rows.length !== rows) throw new Error('other rows than it says');
    return courierFile;
  }
}

const bytesOf = (part: string) => Buffer.from(part, 'base64url');

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The algorithm with its length, two names of nobody, and the bits of the key. */
const KEY_IS_FOR = Buffer.concat([
  number('A256GCM'.length),
  Buffer.from('A256GCM'),
  number(0),
  number(0),
  number(256),
]);

const headerOf = (sealed: string) =>
  (readJosePart(sealed.split('.')[0] ?? '') ?? {}) as {
    kid?: string;
    rows?: number;
    epk?: JsonWebKey;
  };
