import { open } from 'node:fs/promises';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { DamagedBackup } from './format.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** How every file in the format of age (age-encryption.org) begins. */
const MARK = 'age-encryption.org/v1';

/** A new value for BACKUP_KEY: the secret key of age, which also `age-keygen` makes and `age --decrypt` takes. */
export const newBackupKey = () => generateX25519Identity();

/** A stage of a pipeline that encrypts. Throws if the key is none. */
export function encryptFor(key: string) {
  return async function* (plain: Bytes): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter();
    encrypter.addRecipient(await publicKeyOf(key));
    yield* await encrypter.encrypt(ReadableStream.from(plain));
  };
}

/** The key that encrypts for a secret one. Throws if that is none. */
export async function publicKeyOf(key: string): Promise<string> {
  try {
    return await identityToRecipient(key);
  } catch (cause) {
    throw new Error('BACKUP_KEY is mistyped: make one with sunloop backup --new-key', { cause });
  }
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MARK.length), 0, MARK.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === MARK;
  } finally {
    await handle.close();
  }
}

/** A stage of a pipeline that decrypts a file. Throws, in words, for a wrong key or an altered file. */
export function decryptWith(key: string, file: string) {
  return async function* (sealed: Bytes): AsyncGenerator<Uint8Array> {
    const plain = await openWith(key, file, sealed);
    try {
      yield* plain;
    } catch (cause) {
      const words = `${file} was altered or is damaged: it is not what was saved`;
      throw new DamagedBackup(words, { cause });
    }
  };
}

async function openWith(key: string, file: string, sealed: Bytes) {
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  try {
    return await decrypter.decrypt(ReadableStream.from(sealed));
  } catch (cause) {
    const words = `${file} was saved with another BACKUP_KEY than this one, or its beginning was altered`;
    throw new DamagedBackup(words, { cause });
  }
}
