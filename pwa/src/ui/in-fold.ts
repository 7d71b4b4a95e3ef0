import { createContext } from 'react';

/** Whether a card is a part of a fold, whose title is above its own. */
export const InFold = createContext(false);
