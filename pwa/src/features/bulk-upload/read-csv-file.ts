import { decodeText } from '../../lib/decode-text.ts';
import { parseCsv } from '../../lib/parse-csv.ts';
import type { Columns } from './columns/columns.ts';
import type { FilePerson } from './columns/read-row.ts';
import { type People, type Reading, readPeople, type SkippedLine } from './read-people.ts';

/** What the worker reports about a file, in this order: people in parts, then the end. */
export type CsvMessage =
  | { kind: 'people'; people: FilePerson[] }
  | ({ kind: 'done'; skipped: SkippedLine[]; skippedCount: number } & Reading)
  | { kind: 'failed'; why: FileTrouble };

/** The file could not be opened, or it is not CSV. */
export type FileTrouble = 'read' | 'parse';

/** Unpacking a message takes the page's time: a few milliseconds for this many people. */
const PEOPLE_PER_MESSAGE = 2000;
/** How many skipped lines are shown; the others are only counted. */
const SKIPPED_SHOWN = 100;

/** What the worker is given: a file and, if the person chose them, its columns. */
export interface CsvQuestion {
  file: Blob;
  columns?: Columns | undefined;
}

/** Reads a file to its end by the rules of SPEC §5; runs in the worker. */
export async function* readCsvFile({ file, columns }: CsvQuestion): AsyncGenerator<CsvMessage> {
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) {
    yield { kind: 'failed', why: 'read' };
    return;
  }
  const found = tryToParse(bytes, columns);
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
function tryToParse(bytes: ArrayBuffer, columns?: Columns): People | undefined {
  try {
    return readPeople(parseCsv(decodeText(bytes)), columns);
  } catch (error) {
    console.warn('The file could not be parsed:', error);
    return undefined;
  }
}
