import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Mail } from '../mail-state.ts';
import type { Letter } from './letter.ts';

/** A message to be written, and to whom. */
export interface Telling {
  readonly em: SqlEntityManager;
  readonly mail: Mail;
  readonly userId: string;
  /** As the person is called now. */
  readonly username: string;
  /** Where it goes. */
  readonly recipient: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Content = Pick<Letter, 'subject' | 'blocks'>;

/** Writes a message of one kind; `ended` if its link has ended, undefined if there is nothing to tell any more. */
export type Write = (telling: Telling) => Promise<Content | 'ended' | undefined>;
