const lastWords = new Set<() => void>();

/**
 * Calls `say` when the page is left, while it can still write; browsers do not agree in which order listeners of that event
 * are called. Returns how to stop.
 */
export function onLeaving(say: () => void): () => void {
  lastWords.add(say);
  return () => lastWords.delete(say);
}

/** For who closes the storage after it. */
export function sayLastWords(): void {
  for (const say of lastWords) say();
}
