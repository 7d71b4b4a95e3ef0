import { useState } from 'react';
import { isProblem } from '@sunloop/engine/api/problems.ts';

/** Runs one call at a time and tells how it ended; the problem's message is meant for the person. */
export function useSending(onDone: () => void, onError: (error: unknown) => void = () => {}) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      await work();
      onDone();
    } catch (error) {
      if (!isProblem(error)) console.error('A link could not be used:', error);
      setProblem(error instanceof Error ? error.message : String(error));
      onError(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, send: (work: () => Promise<unknown>) => void send(work) };
}
