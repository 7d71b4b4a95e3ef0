/** SPEC §3: kept in local storage under the key `theme`. */
export type Theme = 'light' | 'dark' | 'system';

const KEY = 'theme';

/** This page's choice, for private modes in which storage keeps nothing. */
let unkept: Theme = 'system';

export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return unkept;
  }
}

/** Keeps the choice and lets theme.ts apply it. */
export function writeTheme(theme: Theme): void {
  unkept = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    console.warn('This browser keeps no settings');
  }
  dispatchEvent(new CustomEvent('themechange', { detail: theme }));
}

/** Calls `listener` when this or another tab chooses; returns how to stop. */
export function subscribeTheme(listener: () => void): () => void {
  addEventListener('themechange', listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener('themechange', listener);
    removeEventListener('storage', listener);
  };
}
