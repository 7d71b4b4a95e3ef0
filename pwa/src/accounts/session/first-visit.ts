const KEY = 'sunloop-first-visit';

/** Notes in this tab who has just signed up; with an empty id, that nobody has. */
export function noteFirstVisit(userId: string): void {
  sessionStorage.setItem(KEY, userId);
}

/** Whether the user signed up in this tab and has not signed in since. */
export function isFirstVisit(userId: string): boolean {
  return sessionStorage.getItem(KEY) === userId;
}
