import { openForms } from '../../ui/open-forms.ts';
import { findUnsavedElsewhere, reloadKeeping } from './unsaved-text.ts';
import { useUpdate } from './update-store.ts';

/** `controllerchange` does not always come; then the reload does the rest. */
const RELOAD_ANYWAY_MS = 3000;

/**
 * When a version that waits is taken, and when this page reloads for it: never from under somebody's
 * hands. `skipWaiting` lets the new worker take over, in every tab.
 */
export function versionTaker(window: Window, skipWaiting: () => void) {
  let isTaken = false;
  let isAsked = false;
  const reload = () => void reloadKeeping(window);
  const isFree = () => isAsked || openForms.size === 0;
  const isUnseen = () => window.document.visibilityState === 'hidden' && openForms.size === 0;

  const take = () => {
    skipWaiting();
    window.setTimeout(() => {
      if (!isTaken && isFree()) reload();
    }, RELOAD_ANYWAY_MS);
  };
  return {
    /** The person's yes. */
    apply: () => {
      isAsked = true;
      take();
    },
    /** At a cold start nobody has begun anything yet here, and what drafts keep elsewhere stays there. */
    takeAtStart: async () => {
      if ((await findUnsavedElsewhere()) !== 'unkept' && openForms.size === 0) take();
    },
    /** For a page that was hidden: nobody looks, and no form is open in any tab. */
    takeUnseen: async () => {
      if (isTaken && isUnseen()) reload();
      if (useUpdate.getState().notice !== 'ready' || !isUnseen()) return;
      if (!(await findUnsavedElsewhere()) && isUnseen()) take();
    },
    /** A new worker rules the page, whichever tab said yes. */
    noteTaken: () => {
      // Also when a reload is on its way: one that was asked of a worker while it went may never be answered.
      if (!isTaken && isFree()) reload();
      else if (!isTaken) useUpdate.setState({ notice: 'outdated', apply: reload });
      isTaken = true;
    },
  };
}
