/** How a write ended, for the form or dialog it came from; the person was told of a failure already. */
export type SaveOutcome = { isSaved: true } | NotSaved;
/** The same for a write whose answer is wanted. */
export type SaveAnswer<T> = { isSaved: true; answer: T } | NotSaved;

type NotSaved = {
  isSaved: false;
  /** The server's machine code; null where it did not answer. */
  code: string | null;
  /** Why, for the person. */
  message: string;
  /** Messages by field name. */
  fields: Readonly<Record<string, string>>;
};
