import { useEffect } from 'react';
import { takeHandedFile } from '../../data/handed-file.ts';

/** Chromium's own, for files opened with the installed app; TypeScript does not know it. */
interface LaunchingWindow {
  launchQueue?: {
    setConsumer(take: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
  };
}

/** Takes the file another app shared, or that was opened with this one. */
export function useHandedFile(isShared: boolean, onFile: (file: File) => void): void {
  useEffect(() => {
    let isGone = false;
    const hand = (file: Promise<File | undefined>) =>
      file.then(
        (taken) => taken && !isGone && onFile(taken),
        (error: unknown) => console.error('The file could not be taken over:', error),
      );
    if (isShared) void hand(takeHandedFile());
    (window as LaunchingWindow).launchQueue?.setConsumer(({ files: [handle] }) => {
      if (handle) void hand(handle.getFile());
    });
    return () => {
      isGone = true;
    };
  }, [isShared, onFile]);
}
