import { useEffect } from 'react';

/** Chromium's own, for files opened with the installed app; TypeScript does not know it. */
interface LaunchingWindow {
  launchQueue?: {
    setConsumer(take: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
  };
}

let opened: Promise<File> | undefined;

/**
 * Calls `onOpened` when a file was opened with the installed app. The browser keeps it until somebody asks,
 * so one that came while nobody was signed in is had after the sign-in.
 */
export function useOpenedFile(onOpened: () => void): void {
  useEffect(() => {
    (window as LaunchingWindow).launchQueue?.setConsumer(({ files: [handle] }) => {
      if (!handle) return;
      opened = handle.getFile();
      // Its reader reports a failure; until there is one, nobody has to.
      opened.catch(() => undefined);
      onOpened();
    });
  }, [onOpened]);
}

/** The file that was opened, once; rejects when it cannot be read any more. */
export function takeOpenedFile(): Promise<File> | undefined {
  const file = opened;
  opened = undefined;
  return file;
}
