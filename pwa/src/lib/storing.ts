/** What the worker tells pages while it stores the app: how many of its files are here. */
export type Storing = { stored: number; of: number };

export function isStoring(data: unknown): data is Storing {
  return typeof data === 'object' && data !== null && 'stored' in data;
}
