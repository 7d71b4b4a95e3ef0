import { decodeText } from '../../lib/decode-text.ts';
import { parseCsv } from '../../lib/parse-csv.ts';
import type { FilePerson, LeftOutLine } from '../../data/user-db.ts';
import { type Chosen, type People, type Reading, readPeople } from './read-people.ts';

/** What the worker reports about a file, in this order: people in parts, then the end. */
export type CsvMessage =
  | { kind: 'people'; people: FilePerson[] }
  | ({ kind: 'done'; skipped: LeftOutLine[]; skippedCount: number } & Reading)
  | { kind: 'failed'; why: FileTrouble };

/** The file could not be opened, or it is not CSV. */
export type FileTrouble = 'read' | 'parse';

/** Unpacking a message takes the page's time: a few milliseconds for this many people. */
const PEOPLE_PER_MESSAGE = 2000;
/** How many skipped lines are shown; the others are only counted. */
const SKIPPED_SHOWN = 100;

/** What the worker is given: a file and what the person chose for it. */
export interface CsvQuestion {
  file: Blob;
  chosen?: Chosen | undefined;
}

/** Reads a file to its end by the rules of SPEC §5; runs in the worker. */
export async function* readCsvFile({ file, chosen }: CsvQuestion): AsyncGenerator<CsvMessage> {
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) {
    yield { kind: 'failed', why: 'read' };
    return;
  }
  const found = tryToParse(bytes, chosen);
  if (!found) {
    yield { kind: 'failed', why: 'parse' };
    return;
  }
  const { people, skipped, ...reading } = found;
  for (let at = 0; at < people.length; at += PEOPLE_PER_MESSAGE) {
    yield { kind: 'people', people: people.slice(at, at + PEOPLE_PER_MESSAGE) };
  }
  const shown = skipped.slice(0, SKIPPED_SHOWN);
  yield { kind: 'done', skipped: shown, skippedCount: skipped.length, ...reading };
}

/** Any error in a file's text is the file's fault; the person is told to check it. */
function tryToParse(bytes: ArrayBuffer, chosen?: Chosen): People | undefined {
  try {
    return readPeople(parseCsv(decodeText(bytes)), chosen);
  } catch (error) {
    console.warn('The file could not be parsed:', error);
    return undefined;
  }
}
