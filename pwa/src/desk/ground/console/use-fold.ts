import { useLayoutEffect, useState } from 'react';

const KEY = 'desk-sidebar';
const FOLDED = 'folded';

/** Whether the sidebar is collapsed to its icons while the console is open; kept on this device. */
export function useFold(): [isFolded: boolean, fold: (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(readFold);
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.toggleAttribute('data-sidebar-folded', isFolded);
    return () => page.removeAttribute('data-sidebar-folded');
  }, [isFolded]);
  const fold = (next: boolean) => {
    setFolded(next);
    try {
      localStorage.setItem(KEY, next ? FOLDED : '');
    } catch {
      console.warn('This browser keeps no settings; the sidebar stays so as long as the page');
    }
  };
  return [isFolded, fold];
}

function readFold(): boolean {
  try {
    return localStorage.getItem(KEY) === FOLDED;
  } catch {
    return false;
  }
}
