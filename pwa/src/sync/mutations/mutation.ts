/** One way to break a rule: with it the code would do `what`, and a test has to fail. */
export interface Mutation {
  /** Number in `../README.md`. */
  rule: number;
  what: string;
  /** From `pwa/src/sync`, as are `tests`. */
  file: string;
  /** Stands exactly once in the file. */
  find: string;
  replace: string;
  /** Test files of which one has to fail. */
  tests: readonly string[];
}
