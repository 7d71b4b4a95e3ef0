import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { passkeyRoutes, routes } from '@sunloop/shared-types';
import { Secret, TOTP } from 'otpauth';
import type { TestClient } from './client.ts';
import type { TestServer } from './server.ts';

/** The code that an app with this secret shows so many steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Turns an admin's codes on; the next code to be used is that of the step after this one, `codeOf(secret, 1)`. */
export async function turnCodesOn(client: TestClient) {
  const { secret } = (await client.call(routes.startCodes, { body: {} })).body;
  const body = { code: codeOf(secret) };
  const { recoveryCodes } = (await client.call(routes.confirmCodes, { body })).body;
  return { secret, recoveryCodes };
}

/** A row of a passkey that nobody can use; answers its id. */
export async function addPasskeyRow(server: TestServer, userId: string, name = 'Key') {
  const [row] = await server.sql<{ id: string }>(
    `insert into passkeys (user_id, credential_id, public_key, name)
     values (?, gen_random_uuid()::text, 'AAAA', ?) returning id`,
    [userId, name],
  );
  return row?.id ?? '';
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Bits of the authenticator's flags (https://www.w3.org/TR/webauthn-3/#authdata-flags). */
const FLAGS = { present: 1, verified: 4, attested: 64 };

/** CBOR of a small map whose values are numbers or bytes; enough for a key of ES256. */
function cborKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) =>
    Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const head = Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]);
  return Buffer.concat([head, bytes(x), Buffer.from([0x22]), bytes(y)]);
}

type Options = Readonly<Record<string, unknown>>;

/** A passkey in software, which signs with a key of its own. */
export class SoftPasskey {
  readonly id = base64url(randomBytes(16));
  /** Whether it says that it verified the person. */
  verifies = true;
  counter = 0;
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  #clientData(type: string, challenge: string): string {
    const { origin } = new URL(this.#origin);
    return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
  }

  #data(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const host = new URL(this.#origin).hostname;
    const verified = this.verifies ? FLAGS.verified : 0;
    const bits = Buffer.from([FLAGS.present + verified + flags]);
    return Buffer.concat([sha256(host), bits, counter]);
  }

  /** Answers `passkeyOptions`. */
  make(options: Options) {
    this.#userHandle = (options['user'] as { id: string }).id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const key = cborKey(this.#keys.publicKey);
    const data = Buffer.concat([this.#data(FLAGS.attested), Buffer.alloc(16), length, id, key]);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    const clientDataJSON = this.#clientData('webauthn.create', String(options['challenge']));
    return this.#named({ clientDataJSON, attestationObject: base64url(attestation) });
  }

  /** Answers `passkeySignIn`. */
  give(options: Options, signed = String(options['challenge'])) {
    const clientDataJSON = this.#clientData('webauthn.get', String(options['challenge']));
    const data = this.#data(0);
    const text = Buffer.from(this.#clientData('webauthn.get', signed), 'base64url');
    const signature = sign('sha256', Buffer.concat([data, sha256(text)]), this.#keys.privateKey);
    return this.#named({
      clientDataJSON,
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: this.#userHandle,
    });
  }

  #named<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', response };
  }
}

/** Adds a passkey to the account that is signed in there. */
export async function addPasskey(client: TestClient, name = 'Phone'): Promise<SoftPasskey> {
  const passkey = new SoftPasskey(client.origin);
  const options = (await client.call(passkeyRoutes.passkeyOptions, { body: {} })).body;
  const body = { name, credential: passkey.make(options) };
  await client.call(passkeyRoutes.addPasskey, { body });
  return passkey;
}

/** What the client sends to sign in by a passkey. */
export async function passkeyBody(client: TestClient, passkey: SoftPasskey) {
  return passkey.give((await client.call(passkeyRoutes.passkeySignIn)).body);
}
