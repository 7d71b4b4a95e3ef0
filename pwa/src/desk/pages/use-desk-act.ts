import { useCallback } from 'react';
import type { SaveAnswer } from '../../ui/forms/save-outcome.ts';
import { askingAgain } from '../../routes/ask-again.ts';
import { attempt, type AttemptWords } from '../../routes/attempt.ts';
import { useDeskWrite, type WriteDesk } from './use-desk-write.ts';

/** Does something on the desk and tells the person how it ended. */
export type DeskCommand = <T>(
  words: AttemptWords,
  work: (write: WriteDesk) => Promise<T>,
) => Promise<SaveAnswer<T>>;

/** Writes of a panel, announced by toast; returns what a form or dialog needs to know. */
export function useDeskAct(): DeskCommand {
  const write = useDeskWrite();
  return useCallback(
    (words, work) => attempt(words, () => askingAgain(() => work(write))),
    [write],
  );
}
