import { useCallback, useEffect, useRef, useState } from 'react';
import type { OwnFile } from '@sunloop/engine/data/own-file.ts';
import { showToast } from '../../ui/layers/notices.ts';
import { fileKind } from './file-kind.ts';
import { FileProblem, type ParsedFile, parseInWorker, type PickedFile } from './parse-in-worker.ts';
import { pickContacts } from './picked/contacts.ts';
import type { FileTrouble } from './read-csv-file.ts';
import type { Chosen } from './read-people.ts';

export type CsvFile =
  | { kind: 'none' }
  | { kind: 'reading'; fileName: string }
  | { kind: 'ready'; file: ParsedFile }
  | { kind: 'picked'; file: PickedFile }
  | { kind: 'own'; file: OwnFile };

const NONE: CsvFile = { kind: 'none' };

/** SPEC §5. */
const TROUBLES: Record<
  FileTrouble | 'name' | 'cards' | 'contacts',
  { title: string; description: string }
> = {
  name: { title: 'Invalid file format', description: 'Please upload a CSV file.' },
  parse: {
    title: 'Failed to parse file',
    description: 'Please check your CSV format and try again.',
  },
  cards: { title: 'Failed to parse file', description: 'There is no contact in it.' },
  contacts: {
    title: 'Contacts could not be opened',
    description: 'Please allow it in your browser, or share the contacts to Sunloop.',
  },
  read: { title: 'Failed to read file', description: 'Please choose the file again.' },
};

const ONE_AT_A_TIME = { description: 'One file at a time: please add the others afterwards.' };

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
    const kind = fileKind(file) ?? 'csv';
    parseInWorker({ file, fileKind: kind, chosen }, control.signal).then(
      (parsed) => !control.signal.aborted && setState(stateOf(parsed)),
      (error: unknown) => {
        setState(NONE);
        const why = error instanceof FileProblem ? error.why : 'read';
        tell(why === 'parse' && kind === 'cards' ? kind : why);
      },
    );
  }, []);
  const choose = useCallback(
    (file: File, others = 0) => {
      if (others > 0) showToast({ ...ONE_AT_A_TIME, title: `Only ${file.name} was opened` });
      if (!fileKind(file)) {
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
  /** Shows the phone's contacts, without a file between. */
  const chooseContacts = () =>
    void pickContacts().then(
      (file) => file && setState({ kind: 'picked', file }),
      (error: unknown) => {
        console.warn('The contacts could not be opened:', error);
        tell('contacts');
      },
    );
  return { state, choose, chooseContacts, readAs, forget, tellUnreadable };
}

function stateOf(file: ParsedFile | PickedFile | OwnFile): CsvFile {
  if ('people' in file) return { kind: 'ready', file };
  return 'lines' in file ? { kind: 'picked', file } : { kind: 'own', file };
}

const tellUnreadable = () => tell('read');

function tell(trouble: keyof typeof TROUBLES): void {
  showToast({ ...TROUBLES[trouble], variant: 'destructive' });
}
