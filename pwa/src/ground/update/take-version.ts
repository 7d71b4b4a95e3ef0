import { openForms } from '../../ui/forms/open-forms.ts';
import { findUnsavedElsewhere, reloadKeeping } from './unsaved-text.ts';
import { useUpdate } from './update-store.ts';

/** `controllerchange` does not always fire; then the page reloads after this long. Milliseconds. */
const RELOAD_ANYWAY_MS = 3000;

/**
 * Decides when a waiting version is taken, and when this page reloads for it, or to have a worker at all: never while somebody
 * is working in it. `skipWaiting` lets the new worker take over, in every tab.
 */
export function versionTaker(window: Window, skipWaiting: () => void) {
  let isTaken = false;
  let isAsked = false;
  let isLeftOut = false;
  const reload = () => void reloadKeeping(window);
  const isFree = () => isAsked || openForms.size === 0;
  const isUnseen = () => window.document.visibilityState === 'hidden' && openForms.size === 0;
  const isOutside = () => isLeftOut && !window.navigator.serviceWorker.controller;

  const take = () => {
    skipWaiting();
    window.setTimeout(() => {
      if (!isTaken && isFree()) reload();
    }, RELOAD_ANYWAY_MS);
  };
  return {
    /** The person agreed. */
    apply: () => {
      isAsked = true;
      take();
    },
    /** At a cold start nobody has begun anything here, and text in drafts elsewhere is safe. */
    takeAtStart: async () => {
      if ((await findUnsavedElsewhere()) !== 'unkept' && openForms.size === 0) take();
    },
    /** For a hidden page, if no form is open in any tab; one that has the wrong worker or none asks only about its own. */
    takeUnseen: async () => {
      if ((isTaken || isOutside()) && isUnseen()) reload();
      if (useUpdate.getState().notice !== 'ready' || !isUnseen()) return;
      if (!(await findUnsavedElsewhere()) && isUnseen()) take();
    },
    /**
     * The worker has started without this page and was asked to serve it; WebKit may never do so. One reload a time that the
     * person leaves: where no worker ever serves, it must not go on by itself.
     */
    noteLeftOut: () => {
      isLeftOut = true;
    },
    /** A new worker controls the page, whichever tab agreed. */
    noteTaken: () => {
      // Even if a reload is under way: its request to a worker that was just replaced may never be answered.
      if (!isTaken && isFree()) reload();
      else if (!isTaken) useUpdate.setState({ notice: 'outdated', apply: reload });
      isTaken = true;
    },
  };
}
