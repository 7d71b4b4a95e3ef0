import type { OwnFile } from '@sunloop/engine/data/own-file.ts';
import type { FilePerson, LeftOutLine } from '@sunloop/engine/data/user-db.ts';
import { ownScript } from '../../ui/own-script.ts';
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import csvWorker from './csv-worker.ts?worker&url';
import type { CsvMessage, CsvQuestion, FileTrouble } from './read-csv-file.ts';
import type { Reading } from './read-people.ts';

/** A file as it was parsed. */
export interface ParsedFile extends Reading {
  fileName: string;
  people: FilePerson[];
  /** The first lines left out, and how many there are in all. */
  skipped: LeftOutLine[];
  skippedCount: number;
}

/** Cards or a text as they were read: everybody in them, and what is nobody. */
export interface PickedFile {
  fileName: string;
  lines: LeftOutLine[];
}

/** Why a file cannot be used; `message` is for the console, the dialog has its own text. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly why: FileTrouble;

  constructor(why: FileTrouble) {
    super(`The file failed to ${why}`);
    this.why = why;
  }
}

/** Parses a file in a worker, people's or our own. Throws `FileProblem`; aborting ends the worker without an answer. */
export function parseInWorker(
  question: CsvQuestion & { file: File },
  signal: AbortSignal,
): Promise<ParsedFile | PickedFile | OwnFile> {
  const fileName = question.file.name;
  const worker = new Worker(ownScript(csvWorker), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  const people: FilePerson[] = [];
  const parsed = new Promise<ParsedFile | PickedFile | OwnFile>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CsvMessage>) => {
      if (data.kind === 'people') people.push(...data.people);
      else if (data.kind === 'own') resolve(data.own);
      else if (data.kind === 'failed') reject(new FileProblem(data.why));
      else if (data.kind === 'picked') resolve({ fileName, lines: data.lines });
      else resolve({ ...data, fileName, people });
    });
    worker.addEventListener('error', () => reject(new FileProblem('parse')));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between a worker and its page there is none
    worker.postMessage(question satisfies CsvQuestion);
  });
  return parsed.finally(() => worker.terminate());
}
