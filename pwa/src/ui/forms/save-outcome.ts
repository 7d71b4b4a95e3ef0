/** The result of a write, for the form or dialog it came from; the person has already been told of a failure. */
export type SaveOutcome = { isSaved: true } | NotSaved;
/** The same for a write whose answer is needed. */
export type SaveAnswer<T> = { isSaved: true; answer: T } | NotSaved;

type NotSaved = {
  isSaved: false;
  /** The server's machine code; null if it did not answer. */
  code: string | null;
  /** Why, for the person. */
  message: string;
  /** Messages by field name. */
  fields: Readonly<Record<string, string>>;
};
