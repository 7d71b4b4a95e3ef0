import { useLayoutEffect, useState } from 'react';
import { letterOf } from '../../../lib/letter-key.ts';

/**
 * Whether the finder is open. Ctrl+K (on a Mac also Command+K) opens it, even over a drawer, but not over a dialog that
 * asks something.
 */
export function useFindKey(): [isFinding: boolean, setFinding: (isFinding: boolean) => void] {
  const [isFinding, setFinding] = useState(false);
  // Before painting, so that a key pressed as soon as the console appears is not lost.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && letterOf(event) === 'k';
      if (!isFind || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector('.modal:not([data-width="side"])')) setFinding(true);
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
  return [isFinding, setFinding];
}
