import type { World } from './check-loads.ts';
import {
  addTwo,
  closeAndReopen,
  editOne,
  openEveryPage,
  reload,
  signUp,
  takeOneBack,
  untilStored,
  uploadFile,
} from './script/away.ts';
import {
  addInAnotherTab,
  copyLink,
  expectAllSentOnce,
  signOutWithRows,
  takeNextVersion,
} from './script/back.ts';
import { beginJourney, type Journey } from './script/journey.ts';
import { fitNarrow, fitWithLargeText, printsOnPaper, turnDark } from './script/looks.ts';
import { askWithoutScript, changeStatus } from './script/office.ts';

/** What one person, a visitor and the office do, in this order. */
const STEPS: readonly (readonly [string, (journey: Journey) => Promise<void>])[] = [
  ['sign up', signUp],
  ['the first visit is stored', untilStored],
  ['every page without signal', openEveryPage],
  ['add without signal', addTwo],
  ['edit what waits', editOne],
  ['take back what waits', takeOneBack],
  ['reload', reload],
  ['close and open again', closeAndReopen],
  ['a file of 1,000 without signal', uploadFile],
  ['each is sent once', expectAllSentOnce],
  ['sign out with a row waiting', signOutWithRows],
  ['a second tab', addInAnotherTab],
  ['the next version', takeNextVersion],
  ['copy the link', copyLink],
  ['the landing page without script', askWithoutScript],
  ['the desk and a status', changeStatus],
  ['print', printsOnPaper],
  ['dark', turnDark],
  ['320 px', fitNarrow],
  ['text at 200 %', fitWithLargeText],
];

/** The script of twenty steps that every engine must go through. */
export async function checkScript(world: World): Promise<void> {
  const journey = beginJourney(world);
  for (const [title, take] of STEPS) {
    try {
      await take(journey);
    } catch (error) {
      throw new Error(`At '${title}'`, { cause: error });
    }
  }
}
