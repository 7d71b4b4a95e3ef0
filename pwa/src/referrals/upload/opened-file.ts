import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { findHandedFile, type HandedFile } from '@sunloop/engine/data/handed-file.ts';

/** Only in Chromium, for files opened with the installed app; TypeScript does not know it. */
interface LaunchingWindow {
  launchQueue?: {
    setConsumer(take: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
  };
}

let opened: Promise<HandedFile> | undefined;

/**
 * Leads to the upload when a file was opened with the installed app or shared to it. The browser keeps what was opened until
 * it is asked for, and the worker what was shared, so that both are taken after any sign-in if nobody was signed in.
 */
export function useOpenedFile(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const lead = () => void navigate({ to: '/referrals', search: { upload: 'shared' } });
    findHandedFile().then(
      (name) => name !== undefined && lead(),
      (error: unknown) => console.warn('What was shared could not be looked for:', error),
    );
    (window as LaunchingWindow).launchQueue?.setConsumer(({ files: [handle] }) => {
      if (!handle) return;
      // Of several files, each is opened in its own window.
      opened = handle.getFile().then((file) => ({ file, others: 0 }));
      // Whoever reads it reports a failure; until then it may stay unhandled.
      opened.catch(() => undefined);
      lead();
    });
  }, [navigate]);
}

/** The file that was opened, once; rejects if it can no longer be read. */
export function takeOpenedFile(): Promise<HandedFile> | undefined {
  const file = opened;
  opened = undefined;
  return file;
}
