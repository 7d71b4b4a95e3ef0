/** The desk's answers, kept under their questions, and its calls. */

export { askDesk, askDeskFile, askPage } from './read/ask-desk.ts';
export {
  type KeptPage,
  LIST_PAGE_ROWS,
  type ListQuestion,
  pageQuestion,
  readKeptReferrals,
  refreshPage,
} from './read/desk-list.ts';
export {
  asked,
  followDesk,
  forgetOldAnswers,
  readAnswers,
  readDesk,
  refreshDesk,
  refreshDeskNow,
  touchDesk,
  type DeskAnswer,
  type StoredDeskAnswer,
  type DeskInput,
  type DeskRoute,
  writeDesk,
} from './read/desk-resources.ts';
export { forgetDesk } from './session/forget-desk.ts';
