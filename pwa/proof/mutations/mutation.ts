/** One way to break a rule: with it, the code does `what`, and a test has to fail. */
export interface Mutation {
  /** Its number in `src/sync/README.md`. */
  rule: number;
  what: string;
  /** Path from `pwa/src/sync`, like those of `tests`. */
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Test files, at least one of which has to fail. */
  tests: readonly string[];
}
