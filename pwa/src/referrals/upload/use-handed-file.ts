import { useEffect } from 'react';
import { takeHandedFile } from '@sunloop/engine/data/handed-file.ts';
import { takeOpenedFile } from './opened-file.ts';

interface Takers {
  onFile: (file: File, others: number) => void;
  onTrouble: () => void;
  /** It is not here: no worker took it, another page did, or it was kept too long. */
  onNothing: () => void;
}

/** Takes a file that was opened with this app or shared by another one. */
export function useHandedFile(isHanded: boolean, { onFile, onTrouble, onNothing }: Takers): void {
  useEffect(() => {
    if (!isHanded) return undefined;
    let isGone = false;
    (takeOpenedFile() ?? takeHandedFile()).then(
      (handed) => {
        if (isGone) return;
        if (handed) onFile(handed.file, handed.others);
        else onNothing();
      },
      (error: unknown) => {
        console.warn('The file could not be taken over:', error);
        if (!isGone) onTrouble();
      },
    );
    return () => {
      isGone = true;
    };
  }, [isHanded, onFile, onTrouble, onNothing]);
}
