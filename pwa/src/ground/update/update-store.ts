import { create } from 'zustand';

interface Update {
  /** `ready`: a new version waits. `outdated`: it took over while something was half typed here. */
  notice: 'ready' | 'outdated' | null;
  /** Takes the waiting version. */
  apply: () => void;
  /** Checks for a new version first; a plain reload if there is none. */
  look: () => void;
  /** The page itself says what broke, so that no notice is needed. */
  isBroken: boolean;
}

const reload = () => window.location.reload();

/** What the page has to say about versions, and how to take the waiting one. */
export const useUpdate = create<Update>(() => ({
  notice: null,
  apply: reload,
  look: reload,
  isBroken: false,
}));
