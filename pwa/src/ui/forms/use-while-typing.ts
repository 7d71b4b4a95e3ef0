import { useEffect, useEffectEvent, useState } from 'react';

/** A burst of letters is one question. Milliseconds. */
const PAUSE_MS = 50;

interface AnswerFor<Answer> {
  typed: string;
  tries: number;
  answer?: Answer;
  problem?: string;
}

/** The text a moment after the last letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/**
 * What `ask` answers to what is typed; nothing is asked while that is undefined. The last letters win: an earlier
 * question is given up, and its answer shown only until there is a newer one.
 */
export function useWhileTyping<Answer>(
  typed: string | undefined,
  ask: (typed: string, signal: AbortSignal) => Promise<Answer>,
) {
  const [tries, setTries] = useState(0);
  const [told, setTold] = useState<AnswerFor<Answer>>();
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (typed === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const tell = (one: AnswerFor<Answer>) => {
      if (!signal.aborted) setTold(one);
    };
    const timer = setTimeout(() => {
      askNow(typed, signal).then(
        (answer) => tell({ typed, tries, answer }),
        (error: unknown) => tell({ typed, tries, problem: messageOf(error) }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [typed, tries]);
  return {
    answer: told?.answer,
    problem: told?.problem,
    isBusy: typed !== undefined && (told?.typed !== typed || told.tries !== tries),
    retry: () => setTries(tries + 1),
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
