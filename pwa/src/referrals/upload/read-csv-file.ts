import { decodeText } from '../../lib/decode-text.ts';
import { type CsvRecord, parseCsv } from '@sunloop/engine/lib/parse-csv.ts';
import { isOwnHead, isSealed, type OwnFile } from '@sunloop/engine/data/own-file.ts';
import type { FilePerson, LeftOutLine } from '@sunloop/engine/data/user-db.ts';
import type { FileKind } from './file-kind.ts';
import { linesOf } from './picked/found.ts';
import { pickPeople } from './picked/pick-people.ts';
import { isCards, readCards } from './picked/read-cards.ts';
import { readTable } from './picked/read-table.ts';
import { type Chosen, type People, type Reading, readPeople } from './read-people.ts';

/** What the worker reports about a file: people in parts, then the end; or everybody in cards or a text at once. */
export type CsvMessage =
  | { kind: 'people'; people: FilePerson[] }
  | ({ kind: 'done'; skipped: LeftOutLine[]; skippedCount: number } & Reading)
  | { kind: 'own'; own: OwnFile }
  | { kind: 'picked'; lines: LeftOutLine[] }
  | { kind: 'failed'; why: FileTrouble };

/** The file could not be opened, or it is not what its name says. */
export type FileTrouble = 'read' | 'parse';

/** Unpacking a message takes the page's time: a few milliseconds for this many people. */
const PEOPLE_PER_MESSAGE = 2000;
/** How many skipped lines are shown; the others are only counted. */
const SKIPPED_SHOWN = 100;

/** What the worker is given: a file and what the person chose for it. */
export interface CsvQuestion {
  file: Blob;
  /** CSV if it is not said. */
  fileKind?: FileKind;
  chosen?: Chosen | undefined;
}

/** Reads a file to its end by the rules of SPEC §5; runs in the worker. */
export async function* readCsvFile({ file, ...how }: CsvQuestion): AsyncGenerator<CsvMessage> {
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
  const found = tryToParse(text, how);
  if (!found) {
    yield { kind: 'failed', why: 'parse' };
    return;
  }
  if ('lines' in found) {
    yield { kind: 'picked', ...found };
    return;
  }
  const { people, skipped, ...reading } = found;
  for (let at = 0; at < people.length; at += PEOPLE_PER_MESSAGE) {
    yield { kind: 'people', people: people.slice(at, at + PEOPLE_PER_MESSAGE) };
  }
  const shown = skipped.slice(0, SKIPPED_SHOWN);
  yield { kind: 'done', skipped: shown, skippedCount: skipped.length, ...reading };
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

function recordsOf(text: string): CsvRecord[] | undefined {
  try {
    return parseCsv(text);
  } catch (error) {
    console.warn('The file could not be parsed:', error);
    return undefined;
  }
}

/** Any error in a file's text is the file's fault; the person is told to check it. */
function tryToParse(text: string, how: Omit<CsvQuestion, 'file'>): Read | undefined {
  try {
    return readText(text, how);
  } catch (error) {
    console.warn('The file could not be parsed:', error);
    return undefined;
  }
}

type Read = People | { lines: LeftOutLine[] };

/** A text may hold cards, or a table of a sheet, whose columns are told as those of a file. */
function readText(text: string, { fileKind = 'csv', chosen }: Omit<CsvQuestion, 'file'>): Read {
  const table = fileKind === 'csv' ? parseCsv(text) : fileKind === 'text' && readTable(text);
  if (table) return readPeople(table, chosen);
  if (isCards(text)) return { lines: linesOf(readCards(text)) };
  if (fileKind === 'cards') throw new Error('There is no card in it');
  return { lines: linesOf(pickPeople(text)) };
}
