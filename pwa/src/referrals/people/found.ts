import type { CellErrors, FilePerson } from '@sunloop/engine/data/file-person.ts';

/** Somebody who was read, before anybody judged them, with the text they were read from. */
export interface Found {
  /** The line of a file, counted from 1; absent in cards, texts and contacts. */
  line?: number;
  text: string;
  person: FilePerson;
  /** What is wrong with the text itself, which the person no longer shows. */
  errors?: CellErrors | undefined;
  /** Why it is nobody, so that there is nothing to mend; or why somebody is not sent. */
  why?: string;
  /** They are somebody, who is sent if the person says so. */
  mayBeSent?: boolean;
}

export const REFUSED = 'The file says not to contact them';
