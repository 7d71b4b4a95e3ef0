import { useCallback, useEffect, useState } from 'react';
import type { DeskClient } from './desk-client.ts';
import type { Answers, Question } from './desk-messages.ts';
import { useDeskState } from './use-desk-list.ts';

/**
 * What the list on this device answers, live; undefined at first. While a new question is on its way, the previous
 * answer stays.
 */
export function useDeskAnswer<Q extends Question>(
  client: DeskClient,
  question: Q,
): Answers[Q['kind']] | undefined {
  const { changes } = useDeskState(client);
  const key = JSON.stringify(question);
  const [answer, setAnswer] = useState<Answers[Q['kind']]>();
  const look = useCallback(() => {
    let isWanted = true;
    // The key was made from a question of this type.
    void client.ask(JSON.parse(key) as Q).then((told) => {
      if (isWanted) setAnswer(told);
    });
    return () => {
      isWanted = false;
    };
  }, [client, key]);
  // Asks again after every change.
  useEffect(look, [look, changes]);
  return answer;
}
