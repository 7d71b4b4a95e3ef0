import { randomBytes, sign, type KeyObject, type webcrypto } from 'node:crypto';
import {
  CRLDistributionPointsExtension,
  Extension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { isoCBOR } from '@simplewebauthn/server/helpers';

export type CBORType = Parameters<typeof isoCBOR.encode>[0];

interface Made {
  readonly authData: Uint8Array<ArrayBuffer>;
  readonly clientDataHash: Uint8Array<ArrayBuffer>;
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

/** Says of a new passkey who made it (https://www.w3.org/TR/webauthn-3/#sctn-attestation). */
export type Attest = (made: Made) => Promise<{ fmt: string; attStmt: Map<string, CBORType> }>;

const ES256 = -7;
const EC = { name: 'ECDSA', namedCurve: 'P-256' };

/** As we ask for it. */
export const withNothing: Attest = () => Promise.resolve({ fmt: 'none', attStmt: new Map() });

/** Signed by the passkey's own key. */
export const byItself: Attest = (made) =>
  Promise.resolve({
    fmt: 'packed',
    attStmt: new Map<string, CBORType>([
      ['alg', ES256],
      ['sig', signatureOf(made)],
    ]),
  });

/** By formats, of a maker whose certificate has its list of revoked ones at an address. */
export const ATTESTATIONS: Readonly<Record<string, (url: string) => Attest>> = Object.fromEntries(
  ['android-key', 'android-safetynet', 'apple', 'fido-u2f', 'packed', 'tpm', 'compound'].map(
    (fmt) => [fmt, (url: string) => byMaker(fmt, url)],
  ),
);

function byMaker(fmt: string, url: string): Attest {
  return async (made) => ({
    fmt,
    attStmt: new Map<string, CBORType>([
      ['alg', ES256],
      ['ver', '2.0'],
      ['sig', signatureOf(made)],
      ['x5c', await certificatesOf(made, url)],
    ]),
  });
}

function signatureOf({ authData, clientDataHash, keys }: Made): Uint8Array {
  const signed = Buffer.concat([authData, clientDataHash]);
  return new Uint8Array(sign('sha256', signed, keys.privateKey));
}

/** KeyDescription (https://source.android.com/docs/security/features/keystore/attestation) with this challenge, and nothing else. */
const keyDescription = (challenge: Uint8Array) =>
  Buffer.concat([
    Buffer.from('30340201030a01010201040a01010420', 'hex'),
    challenge,
    Buffer.from('040030003000', 'hex'),
  ]);
const KEY_DESCRIPTION = '1.3.6.1.4.1.11129.2.1.17';

/** The passkey's certificate and its maker's, both with a list of revoked ones at the address. */
async function certificatesOf({ clientDataHash, keys }: Made, url: string): Promise<Uint8Array[]> {
  const maker = await crypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const jwk = keys.publicKey.export({ format: 'jwk' });
  const publicKey = await crypto.subtle.importKey('jwk', jwk, EC, true, ['verify']);
  const create = async (key: webcrypto.CryptoKey, subject: string, extensions: Extension[]) => {
    const certificate = await X509CertificateGenerator.create({
      serialNumber: randomBytes(8).toString('hex'),
      subject,
      issuer: 'C=US, O=Maker, OU=Authenticator Attestation, CN=Maker',
      notBefore: new Date(Date.now() - 86_400_000),
      notAfter: new Date(Date.now() + 86_400_000),
      publicKey: key,
      signingKey: maker.privateKey,
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      extensions: [new CRLDistributionPointsExtension([`${url}/revoked`]), ...extensions],
    });
    return new Uint8Array(certificate.rawData);
  };
  const described = new Extension(KEY_DESCRIPTION, false, keyDescription(clientDataHash));
  return [
    await create(publicKey, 'C=US, O=Maker, OU=Authenticator Attestation, CN=Key', [described]),
    await create(maker.publicKey, 'C=US, O=Maker, OU=Authenticator Attestation, CN=Maker', []),
  ];
}
