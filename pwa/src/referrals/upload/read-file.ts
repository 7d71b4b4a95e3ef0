import { isOwnHead, isSealed, type OwnFile } from '@sunloop/engine/data/own-file.ts';
import type { FilePerson, LeftOutLine } from '@sunloop/engine/data/file-person.ts';
import { type CsvRecord, parseCsv } from '@sunloop/engine/lib/parse-csv.ts';
import { decodeText } from '../../lib/decode-text.ts';
import {
  type Chosen,
  type Given,
  type PhoneContact,
  type Questions,
  readPeople,
  type TextKind,
} from '../people/read-people.ts';

/** What the worker reports about a file: people in parts, then the end. */
export type FileMessage =
  | { kind: 'people'; people: FilePerson[] }
  | ({ kind: 'done' } & RestOfFile)
  | { kind: 'own'; own: OwnFile }
  | { kind: 'failed'; why: FileTrouble };

/** What a file holds besides the people who can be sent. */
export interface RestOfFile {
  /** The lines left out: of a table the first, and how many there are in all. */
  leftOut: { count: number; lines: LeftOutLine[] };
  questions?: Questions;
}

/** The file could not be opened, or it is not what its name says. */
export type FileTrouble = 'read' | 'parse';

/** Unpacking a message takes the page's time: a few milliseconds for this many people. */
const PEOPLE_PER_MESSAGE = 2000;
/** How many lines left out of a table are shown; the others are only counted. */
const LEFT_OUT_SHOWN = 100;

/** What the worker is given: contacts, or a file and what the person chose for it; CSV if its kind is not said. */
export type FileQuestion =
  | { contacts: readonly PhoneContact[] }
  | { file: Blob; fileKind?: TextKind; chosen?: Chosen | undefined };

/** Reads contacts, or a file to its end; runs in the worker. */
export async function* readFile(question: FileQuestion): AsyncGenerator<FileMessage> {
  if ('contacts' in question) {
    yield* tell({ kind: 'contacts', contacts: question.contacts });
    return;
  }
  const { file, fileKind: kind = 'csv', chosen } = question;
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) {
    yield { kind: 'failed', why: 'read' };
    return;
  }
  const text = decodeText(bytes);
  const own = findOwn(text);
  if (own) {
    yield { kind: 'own', own };
    return;
  }
  yield* tell({ kind, text, chosen });
}

/** Any error in a file's text is the file's fault; the person is told to check it. */
function* tell(given: Given): Generator<FileMessage> {
  const read = orUndefined(() => readPeople(given));
  if (!read) {
    yield { kind: 'failed', why: 'parse' };
    return;
  }
  const { people, leftOut, questions } = read;
  for (let at = 0; at < people.length; at += PEOPLE_PER_MESSAGE) {
    yield { kind: 'people', people: people.slice(at, at + PEOPLE_PER_MESSAGE) };
  }
  // Whoever was found in cards or a text may be completed, however many they are.
  const lines = questions ? leftOut.slice(0, LEFT_OUT_SHOWN) : leftOut;
  yield {
    kind: 'done',
    leftOut: { count: leftOut.length, lines },
    ...(questions && { questions }),
  };
}

/** The file as one of our own; undefined if it is anybody's list of people. */
function findOwn(text: string): OwnFile | undefined {
  if (isSealed(text.trimStart())) return { kind: 'sealed', text: text.trim() };
  const [head = ''] = text.split(/[\r\n]/, 1);
  if (!isOwnHead(recordsOf(head)?.[0]?.cells)) return undefined;
  // A file cut off within a cell is no CSV; its lines are read one by one, so that somebody can be told how many are left.
  return { kind: 'unsent', records: recordsOf(text) ?? text.split('\r\n').flatMap(lineOf) };
}

const lineOf = (line: string) => recordsOf(line)?.slice(0, 1) ?? [];

const recordsOf = (text: string): CsvRecord[] | undefined => orUndefined(() => parseCsv(text));

function orUndefined<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    console.warn('The file could not be parsed:', error);
    return undefined;
  }
}
