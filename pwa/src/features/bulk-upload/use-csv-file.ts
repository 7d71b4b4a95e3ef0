import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '../../ui/show-toast.ts';
import { FileProblem, type ParsedFile, parseInWorker } from './parse-in-worker.ts';
import type { FileTrouble } from './read-csv-file.ts';

export type CsvFile =
  { kind: 'none' } | { kind: 'reading'; fileName: string } | { kind: 'ready'; file: ParsedFile };

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

/** The file in hand: chosen, read beside the page, ready to be looked at. */
export function useCsvFile() {
  const [state, setState] = useState<CsvFile>(NONE);
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);

  const choose = useCallback((file: File) => {
    reading.current?.abort();
    if (!file.name.toLowerCase().endsWith('.csv')) {
      setState(NONE);
      tell('name');
      return;
    }
    const control = new AbortController();
    reading.current = control;
    setState({ kind: 'reading', fileName: file.name });
    parseInWorker(file, control.signal).then(
      (parsed) => !control.signal.aborted && setState({ kind: 'ready', file: parsed }),
      (error: unknown) => {
        setState(NONE);
        tell(error instanceof FileProblem ? error.why : 'read');
      },
    );
  }, []);
  const forget = useCallback(() => setState(NONE), []);
  return { state, choose, forget, tellUnreadable };
}

const tellUnreadable = () => tell('read');

function tell(trouble: keyof typeof TROUBLES): void {
  void showToast({ ...TROUBLES[trouble], variant: 'destructive' });
}
