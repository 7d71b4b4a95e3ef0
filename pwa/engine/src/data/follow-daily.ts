import { eachMinute } from '../lib/each-minute.ts';
import type { Follow } from '../lib/follow.ts';
import { startOfDay } from '../lib/start-of-day.ts';

/** Follows anew when another day has begun here, for what is read by days. */
export function followDaily<T>(follow: Follow<T>): Follow<T> {
  return (onValue, onError) => {
    let day = startOfDay(Date.now());
    let stop = follow(onValue, onError);
    const stopDays = eachMinute(() => {
      const now = startOfDay(Date.now());
      if (now === day) return;
      day = now;
      stop();
      stop = follow(onValue, onError);
    });
    return () => {
      stopDays();
      stop();
    };
  };
}
