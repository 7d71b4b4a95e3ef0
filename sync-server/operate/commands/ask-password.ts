import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { NewPassword } from '@sunloop/shared-types/ground/user.ts';
import * as v from 'valibot';
import { isCommonPassword } from '../../src/accounts/session/common-passwords.ts';

/**
 * A new password: asked for twice on the terminal without showing it, or the first line of the input where that is no
 * terminal. Throws if it is too short, too long or too common, was typed differently, or none came.
 */
export async function askPassword(): Promise<string> {
  const isTyped = process.stdin.isTTY;
  const password = isTyped ? await askUnseen('New password: ') : await readFirstLine();
  const parsed = v.safeParse(NewPassword, password);
  if (!parsed.success) throw new Error(parsed.issues[0].message);
  if (await isCommonPassword(parsed.output)) throw new Error('This password is too common');
  if (isTyped && (await askUnseen('Again: ')) !== password)
    throw new Error('The two passwords are not the same');
  return parsed.output;
}

async function readFirstLine(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/);
  if (line === '') throw new Error('No password was given');
  return line;
}

/** Asks on the terminal; what is typed goes nowhere. */
async function askUnseen(prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  process.stderr.write(prompt);
  try {
    return await new Promise<string>((resolve, reject) => {
      line.once('line', resolve);
      // Ctrl-C and Ctrl-D end the line's reading.
      line.once('close', () => reject(new Error('No password was given')));
    });
  } finally {
    line.close();
    process.stderr.write('\n');
  }
}
