import { type CsvRecord, parseCsv } from '@sunloop/engine/lib/parse-csv.ts';
import { tableOf } from '../columns/find-table.ts';

/** The rows of a text that was copied out of a sheet: as many cells in each, between tabs or below headings. */
export function readTable(text: string): CsvRecord[] | undefined {
  const records = tryToParse(text);
  const [first] = records;
  const width = first?.cells.length ?? 0;
  if (width < 2 || records.some(({ cells }) => cells.length !== width)) return undefined;
  const isTable = tableOf(records).headings ?? (records.length > 1 && text.includes('\t'));
  return isTable ? records : undefined;
}

/** A text may have a quotation mark that is never closed. */
function tryToParse(text: string): CsvRecord[] {
  try {
    return parseCsv(text);
  } catch {
    return [];
  }
}
