import { useCallback, useEffect, useRef, useState } from 'react';
import type { OwnFile } from '@sunloop/engine/data/own-file.ts';
import { showToast } from '../../ui/layers/notices.ts';
import type { Chosen, TextKind } from '../people/read-people.ts';
import { pickContacts } from './contacts.ts';
import { fileKind } from './file-kind.ts';
import { FileProblem, parseInWorker, type ReadFile } from './parse-in-worker.ts';
import type { FileQuestion, FileTrouble } from './read-file.ts';

export type ChosenFile =
  | { kind: 'none' }
  | { kind: 'reading'; fileName: string }
  | { kind: 'ready'; file: ReadFile }
  | { kind: 'own'; file: OwnFile };

const NONE: ChosenFile = { kind: 'none' };

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
export function useFile() {
  const [state, setState] = useState<ChosenFile>(NONE);
  const reading = useRef<AbortController | null>(null);
  const inHand = useRef<{ file: File; fileKind: TextKind } | null>(null);
  useEffect(() => () => reading.current?.abort(), []);

  const read = useCallback((question: FileQuestion, fileName: string) => {
    reading.current?.abort();
    const control = new AbortController();
    reading.current = control;
    parseInWorker(question, { fileName, signal: control.signal }).then(
      (parsed) => !control.signal.aborted && setState(stateOf(parsed)),
      (error: unknown) => {
        setState(NONE);
        const why = error instanceof FileProblem ? error.why : 'read';
        tell(
          why === 'parse' && 'fileKind' in question && question.fileKind === 'cards'
            ? 'cards'
            : why,
        );
      },
    );
  }, []);
  const choose = useCallback(
    (file: File, others = 0) => {
      if (others > 0) showToast({ ...ONE_AT_A_TIME, title: `Only ${file.name} was opened` });
      const kind = fileKind(file);
      if (!kind) {
        reading.current?.abort();
        setState(NONE);
        tell('name');
        return;
      }
      inHand.current = { file, fileKind: kind };
      setState({ kind: 'reading', fileName: file.name });
      read(inHand.current, file.name);
    },
    [read],
  );
  /** Reads it again; until then the earlier result stays, and with it the focus. */
  const readAs = (chosen: Chosen) =>
    inHand.current && read({ ...inHand.current, chosen }, inHand.current.file.name);
  const forget = useCallback(() => setState(NONE), []);
  /** Shows the phone's contacts, without a file between. */
  const chooseContacts = () =>
    void pickContacts().then(
      (contacts) => contacts.length > 0 && read({ contacts }, 'Your contacts'),
      (error: unknown) => {
        console.warn('The contacts could not be opened:', error);
        tell('contacts');
      },
    );
  return { state, choose, chooseContacts, readAs, forget, tellUnreadable };
}

const stateOf = (file: ReadFile | OwnFile): ChosenFile =>
  'people' in file ? { kind: 'ready', file } : { kind: 'own', file };

const tellUnreadable = () => tell('read');

function tell(trouble: keyof typeof TROUBLES): void {
  showToast({ ...TROUBLES[trouble], variant: 'destructive' });
}
