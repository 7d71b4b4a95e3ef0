import type { Route } from '@sunloop/shared-types';
import * as v from 'valibot';
import { RowSplitter } from '../lib/row-splitter.ts';
import { NotSent } from './problems.ts';
import { readAnswer, requireOurs } from './read-answer.ts';

/** After this long without data the connection is dead, however long the whole answer takes. Milliseconds. */
const SILENCE_MS = 30_000;

interface Reader<Row extends v.GenericSchema, Rest extends v.GenericSchema> {
  row: Row;
  /** The answer without its rows. */
  rest: Rest;
  onRows: (rows: v.InferOutput<Row>[]) => void;
  /** Called before any row with what precedes the first one, parsed but not checked. */
  onOpening?: (opening: unknown) => void;
}

/**
 * Reads an answer that is one long list and little else, handing over rows as they come; returns the rest. Throws as
 * `readAnswer` does, in which case the rows handed over must be discarded.
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
