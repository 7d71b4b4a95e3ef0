import type { Route } from '@sunloop/shared-types';
import * as v from 'valibot';
import { RowSplitter } from '../lib/row-splitter.ts';
import { NotSent } from './problems.ts';
import { readAnswer, requireOurs } from './read-answer.ts';

/** A line on which nothing comes for so long is dead, however long the whole answer takes. */
const SILENCE_MS = 30_000;

interface Reader<Row extends v.GenericSchema, Rest extends v.GenericSchema> {
  row: Row;
  /** The answer without its rows. */
  rest: Rest;
  onRows: (rows: v.InferOutput<Row>[]) => void;
  /** What stood before the first row, parsed but not checked; hears of it before any row. */
  onOpening?: (opening: unknown) => void;
}

/**
 * Reads an answer of the route that is one long list and little else, handing its rows over as they come;
 * answers the rest. Throws as `readAnswer` does; the rows handed over are then worth nothing.
 */
export async function readRows<Row extends v.GenericSchema, Rest extends v.GenericSchema>(
  route: Route,
  response: Response,
  { row, rest, onRows, onOpening }: Reader<Row, Rest>,
): Promise<v.InferOutput<Rest>> {
  requireOurs(response);
  if (response.status !== 200 || !response.body) {
    await readAnswer(route, response);
    throw new NotSent('malformed');
  }
  const splitter = new RowSplitter();
  const schema = v.array(row);
  let isOpened = false;
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await withinSilence(pieces.read());
    if (done) break;
    const texts = splitter.push(value);
    if (texts.length === 0) continue;
    if (!isOpened) onOpening?.(parse(v.unknown(), splitter.opening() ?? ''));
    isOpened = true;
    onRows(parse(schema, `[${texts.join(',')}]`));
  }
  return parse(rest, splitter.rest());
}

function parse<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (error) {
    throw new NotSent('malformed', error);
  }
}

function withinSilence<T>(read: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NotSent('timeout')), SILENCE_MS);
    read.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
