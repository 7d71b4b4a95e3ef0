import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import { migrationNames } from '../../src/db/migrations/list.ts';
import { decryptWith, isEncrypted, publicKeyOf } from './encryption.ts';
import {
  DamagedBackup,
  EndLine,
  Head,
  isRowLine,
  LineSum,
  SumLine,
  TableLine,
  type TableSum,
} from './format.ts';

export interface BackupFile {
  readonly file: string;
  /** BACKUP_KEY; needed if the file is encrypted. */
  readonly key?: string | undefined;
}

export interface Examined {
  readonly head: Head;
  readonly rows: number;
  /** By table; empty in a backup of an older build. */
  readonly sums: ReadonlyMap<string, TableSum>;
}

/**
 * Reads a backup from its first to its last line without keeping it. Throws `DamagedBackup` if it is not complete or was
 * altered, and an error if it is encrypted with another key or of a newer build.
 */
export async function examineBackup(backup: BackupFile): Promise<Examined> {
  const { file } = backup;
  let head: Head | undefined;
  let rows = 0;
  let tables = 0;
  let last = '';
  const sums = new Map<string, TableSum>();
  let sum = new LineSum();
  for await (const line of linesOf(backup)) {
    last = line;
    if (!head) head = parse(Head, line, file);
    else if (isRowLine(line)) {
      rows += 1;
      sum.add(line);
    } else if (line.startsWith('["table"')) {
      tables += 1;
      sum = new LineSum();
    } else if (line.startsWith('["sum"')) requireSum(line, sum, { file, sums });
  }
  const [, counted] = parse(EndLine, last, file);
  const areAllSummed = sums.size === 0 || sums.size === tables;
  if (!head || counted !== rows || !areAllSummed) throw incomplete(file);
  requireKnown(head, file);
  return { head, rows, sums };
}

function requireSum(
  line: string,
  { is }: LineSum,
  { file, sums }: { file: string; sums: Map<string, TableSum> },
): void {
  const [, table, rows, sum] = parse(SumLine, line, file);
  if (is.rows !== rows || is.sum !== sum)
    throw new DamagedBackup(
      `${file} was altered: its rows of ${table} are not those that were saved`,
    );
  sums.set(table, is);
}

function requireKnown({ migrations }: Head, file: string): void {
  const known = new Set(migrationNames);
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new Error(
    `${file} has the schema ${migrations.at(-1)}, and this build reads schemas up to ${migrationNames.at(-1)}: load it with ` +
      `a newer build, which has ${unknown}, even if an older one saved it`,
  );
}

export type RowsLine = { table: string; columns: readonly string[] } | { row: string };

/** The tables of a backup that was examined, and after each its rows as JSON. */
export async function* rowsOf(backup: BackupFile): AsyncGenerator<RowsLine> {
  let isInTable = false;
  for await (const line of linesOf(backup)) {
    if (isInTable && isRowLine(line)) yield { row: line };
    else if (line.startsWith('["table"')) {
      isInTable = true;
      const [, table, columns] = parse(TableLine, line, backup.file);
      yield { table, columns };
    }
  }
}

/** Only a line feed ends a line: texts hold other separators. */
async function* linesOf(backup: BackupFile): AsyncGenerator<string> {
  const text = await openText(backup);
  let rest = '';
  try {
    for await (const chunk of text) {
      const isWhole = String(chunk).includes('\n');
      rest += String(chunk);
      if (!isWhole) continue;
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } catch (cause) {
    if (cause instanceof Error && isTold(cause)) throw cause;
    throw incomplete(backup.file, cause);
  }
}

/** Whether an error says itself what is wrong: the key's or the system's, not the unpacker's. */
const isTold = (error: NodeJS.ErrnoException) =>
  error instanceof DamagedBackup || (error.code !== undefined && /^E[A-Z]+$/.test(error.code));

async function openText({ file, key }: BackupFile) {
  const stage = (await isEncrypted(file))
    ? decryptWith(await requireKey(file, key), file)
    : undefined;
  const sealed = createReadStream(file);
  const text = createGunzip().setEncoding('utf8');
  // What goes wrong in one of them ends the text, whose reader is told.
  const done = () => {};
  return stage ? pipeline(sealed, stage, text, done) : pipeline(sealed, text, done);
}

async function requireKey(file: string, key: string | undefined): Promise<string> {
  if (key === undefined)
    throw new Error(`${file} is encrypted: set BACKUP_KEY to the key it was saved with`);
  await publicKeyOf(key);
  return key;
}

function parse<S extends v.GenericSchema>(schema: S, line: string, file: string) {
  try {
    return v.parse(schema, JSON.parse(line));
  } catch (cause) {
    throw incomplete(file, cause);
  }
}

function incomplete(file: string, cause?: unknown): DamagedBackup {
  return new DamagedBackup(`${file} is not a complete backup`, { cause });
}
