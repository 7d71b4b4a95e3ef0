import { useEffect } from 'react';
import { takeHandedFile } from '@sunloop/engine/data/handed-file.ts';
import { takeOpenedFile } from './opened-file.ts';

/** Takes a file that was opened with this app or shared by another one. */
export function useHandedFile(
  isHanded: boolean,
  { onFile, onTrouble }: { onFile: (file: File, others: number) => void; onTrouble: () => void },
): void {
  useEffect(() => {
    if (!isHanded) return undefined;
    let isGone = false;
    (takeOpenedFile() ?? takeHandedFile()).then(
      (handed) => handed && !isGone && onFile(handed.file, handed.others),
      (error: unknown) => {
        console.warn('The file could not be taken over:', error);
        if (!isGone) onTrouble();
      },
    );
    return () => {
      isGone = true;
    };
  }, [isHanded, onFile, onTrouble]);
}
