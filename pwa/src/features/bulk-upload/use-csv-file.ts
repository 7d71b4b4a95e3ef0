import { useCallback, useEffect, useRef, useState } from 'react';
import type { OwnFile } from '../../data/own-file.ts';
import { showToast } from '../../ui/layers/notices.ts';
import { FileProblem, type ParsedFile, parseInWorker } from './parse-in-worker.ts';
import type { FileTrouble } from './read-csv-file.ts';
import type { Chosen } from './read-people.ts';

export type CsvFile =
  | { kind: 'none' }
  | { kind: 'reading'; fileName: string }
  | { kind: 'ready'; file: ParsedFile }
  | { kind: 'own'; file: OwnFile };

/** Sheets, and what this app sealed: its own ending, or with `.txt` behind it, because browsers share no others. */
const NAMES = /\.(?:csv|sunloop(?:.*\.txt)?)$/i;

const NONE: CsvFile = { kind: 'none' };

/** SPEC §5. */
const TROUBLES: Record<FileTrouble | 'name', { title: string; description: string }> = {
  name: { title: 'Invalid file format', description: 'Please upload a CSV file.' },
  parse: {
    title: 'Failed to parse file',
    description: 'Please check your CSV format and try again.',
  },
  read: { title: 'Failed to read file', description: 'Please choose the file again.' },
};

/** The opened file: chosen, read in a worker, ready to be checked. */
export function useCsvFile() {
  const [state, setState] = useState<CsvFile>(NONE);
  const reading = useRef<AbortController | null>(null);
  const inHand = useRef<File | null>(null);
  useEffect(() => () => reading.current?.abort(), []);

  const read = useCallback((file: File, chosen?: Chosen) => {
    reading.current?.abort();
    const control = new AbortController();
    reading.current = control;
    parseInWorker({ file, chosen }, control.signal).then(
      (parsed) => !control.signal.aborted && setState(stateOf(parsed)),
      (error: unknown) => {
        setState(NONE);
        tell(error instanceof FileProblem ? error.why : 'read');
      },
    );
  }, []);
  const choose = useCallback(
    (file: File) => {
      if (!NAMES.test(file.name)) {
        reading.current?.abort();
        setState(NONE);
        tell('name');
        return;
      }
      inHand.current = file;
      setState({ kind: 'reading', fileName: file.name });
      read(file);
    },
    [read],
  );
  /** Reads it again; until then the earlier result stays, and with it the focus. */
  const readAs = (chosen: Chosen) => inHand.current && read(inHand.current, chosen);
  const forget = useCallback(() => setState(NONE), []);
  return { state, choose, readAs, forget, tellUnreadable };
}

const stateOf = (file: ParsedFile | OwnFile): CsvFile =>
  'people' in file ? { kind: 'ready', file } : { kind: 'own', file };

const tellUnreadable = () => tell('read');

function tell(trouble: keyof typeof TROUBLES): void {
  showToast({ ...TROUBLES[trouble], variant: 'destructive' });
}
