import type { FilePerson } from '@sunloop/engine/data/file-person.ts';
import type { OwnFile } from '@sunloop/engine/data/own-file.ts';
import { ownScript } from '../../ui/own-script.ts';
import type { FileMessage, FileQuestion, FileTrouble, RestOfFile } from './read-file.ts';
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import readWorker from './read-worker.ts?worker&url';

/** A file, a text or contacts as they were read. */
export interface ReadFile extends RestOfFile {
  fileName: string;
  people: FilePerson[];
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

/**
 * Reads a file, people's or our own, or contacts in a worker. Throws `FileProblem`; aborting ends the worker without an
 * answer.
 */
export function parseInWorker(
  question: FileQuestion,
  { fileName, signal }: { fileName: string; signal: AbortSignal },
): Promise<ReadFile | OwnFile> {
  const worker = new Worker(ownScript(readWorker), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  const people: FilePerson[] = [];
  const parsed = new Promise<ReadFile | OwnFile>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FileMessage>) => {
      if (data.kind === 'people') people.push(...data.people);
      else if (data.kind === 'own') resolve(data.own);
      else if (data.kind === 'failed') reject(new FileProblem(data.why));
      else resolve({ ...data, fileName, people });
    });
    worker.addEventListener('error', () => reject(new FileProblem('parse')));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between a worker and its page there is none
    worker.postMessage(question satisfies FileQuestion);
  });
  return parsed.finally(() => worker.terminate());
}
