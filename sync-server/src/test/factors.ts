import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { passkeyRoutes } from '@sunloop/shared-types/accounts/passkey.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { Secret, TOTP } from 'otpauth';
import { type Attest, type CBORType, withNothing } from './attestations.ts';
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

/** A public key of ES256 in COSE. */
function coseKey(key: KeyObject): Uint8Array<ArrayBuffer> {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const [type, algorithm, curve] = [COSE.EC2, COSE.ES256, COSE.P256];
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, type],
      [3, algorithm],
      [-1, curve],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  );
}
const COSE = { EC2: 2, ES256: -7, P256: 1 };

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

  /** Answers `passkeyOptions`, with a statement of who made it. */
  async make(options: Options, attest: Attest = withNothing) {
    this.#userHandle = (options['user'] as { id: string }).id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const key = coseKey(this.#keys.publicKey);
    const data = Buffer.concat([this.#data(FLAGS.attested), Buffer.alloc(16), length, id, key]);
    const authData = new Uint8Array(data);
    const clientDataJSON = this.#clientData('webauthn.create', String(options['challenge']));
    const clientDataHash = new Uint8Array(sha256(Buffer.from(clientDataJSON, 'base64url')));
    const { fmt, attStmt } = await attest({ authData, clientDataHash, keys: this.#keys });
    const attestation = isoCBOR.encode(
      new Map<string, CBORType>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ]),
    );
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
  const body = { name, credential: await passkey.make(options) };
  await client.call(passkeyRoutes.addPasskey, { body });
  return passkey;
}

/** What the client sends to sign in by a passkey. */
export async function passkeyBody(client: TestClient, passkey: SoftPasskey) {
  return passkey.give((await client.call(passkeyRoutes.passkeySignIn)).body);
}
