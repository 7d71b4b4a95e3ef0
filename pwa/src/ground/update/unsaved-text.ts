import { within } from '@sunloop/engine/lib/within.ts';
import { formWatch, hasUnkeptForm, openForms } from '../../ui/forms/open-forms.ts';

/** A tab's unsaved text: not kept by a draft, kept by one, or none. */
export type UnsavedKind = 'unkept' | 'kept' | null;
/** Name of a tab's lock: this prefix, the kind of text, and the tab. */
const LOCK = 'sunloop-open-form';
const TAB = String(Math.random());
/** A device that does not answer must not hold up a person who wants to reload. Milliseconds. */
const KEEP_WITHIN_MS = 2000;
const LOCKS_WITHIN_MS = 2000;
/** Long enough for a slow line: starting over would only delay its answer. Milliseconds. */
const RELOAD_AGAIN_MS = 10_000;

/**
 * Tells the other tabs about half-typed forms by holding a lock while there are any; a tab that dies releases it.
 * Without locks they do not know, and each page guards only its own.
 */
export function tellOtherTabs(locks: LockManager | undefined = navigator.locks): void {
  let told: UnsavedKind = null;
  let release = () => {};
  formWatch.tell = () => {
    const now = unsavedHere();
    if (now === told) return;
    told = now;
    release();
    if (!now || !locks) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    release = resolve;
    locks.request(`${LOCK} ${now} ${TAB}`, () => promise).catch(warn);
  };
  formWatch.tell();
}

function unsavedHere(): UnsavedKind {
  if (hasUnkeptForm()) return 'unkept';
  return openForms.size > 0 ? 'kept' : null;
}

/** Unsaved text in other tabs; none if they cannot be asked, or the browser does not answer. */
export async function findUnsavedElsewhere(
  locks: LockManager | undefined = navigator.locks,
): Promise<UnsavedKind> {
  const asked = locks?.query().catch(warn) ?? Promise.resolve();
  const { held = [] } = (await within(asked, LOCKS_WITHIN_MS, undefined)) ?? {};
  const others = held.filter(({ name }) => name?.startsWith(LOCK) && !name.endsWith(TAB));
  if (others.some(({ name }) => name?.includes(' unkept '))) return 'unkept';
  return others.length > 0 ? 'kept' : null;
}

function warn(error: unknown): void {
  console.warn('Tabs cannot reach each other:', error);
}

/** Writes the drafts of this page; returns whether everything typed here survives a reload. */
export async function keepOpenForms(): Promise<boolean> {
  const keeping = [...openForms].map(async ({ keep }) => (await keep?.()) ?? false);
  const kept = await within(Promise.all(keeping), KEEP_WITHIN_MS, [false]);
  return kept.every(Boolean);
}

/** The person gives up text that no draft keeps, so nothing asks about it again. */
export function giveUpUnkept(): void {
  for (const form of openForms) if (!form.keep) openForms.delete(form);
}

/**
 * Reloads with every draft written. Chromium sometimes never answers a page that reloads just as another worker takes
 * over; the page then lives on, and a second reload is answered.
 */
export async function reloadKeeping(window: Window): Promise<void> {
  await keepOpenForms();
  window.location.reload();
  setTimeout(() => void reloadKeeping(window), RELOAD_AGAIN_MS);
}
