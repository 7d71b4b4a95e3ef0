import { create } from 'zustand';

interface Update {
  /** `ready`: a new version waits. `outdated`: it took over while something was half typed here. */
  notice: 'ready' | 'outdated' | null;
  /** Takes the version that waits. */
  apply: () => void;
  /** Looks for a new version first; a plain reload where there is none. */
  look: () => void;
  /** The page is one that says what broke, so that nothing needs to be said above it. */
  isBroken: boolean;
}

const reload = () => window.location.reload();

/** What the page has to say about versions, and how to take the one that waits. */
export const useUpdate = create<Update>(() => ({
  notice: null,
  apply: reload,
  look: reload,
  isBroken: false,
}));
