/** How a write ended, for the form or dialog it came from; the person was told of a failure already. */
export type SaveOutcome =
  | { isSaved: true }
  | {
      isSaved: false;
      /** The server's machine code; null where it did not answer. */
      code: string | null;
      /** Why, for the person. */
      message: string;
      /** Messages by field name. */
      fields: Readonly<Record<string, string>>;
    };
