/** One way to break a rule: with it, the code does `what`, and a test has to fail. */
export type Mutation = BrokenFunction | BrokenText;

interface Break {
  /** Its number in `src/sync/README.md` or on a page of `docs/product/`. */
  rule: number;
  what: string;
  /** What is broken: an exported function, class or constant of app or server, in whichever file that is. */
  of: string;
  /** Test files by name, at least one of which has to fail. */
  tests: readonly string[];
}

/** Replaces a function, whatever stands in it. */
interface BrokenFunction extends Break {
  /** The function that takes its place; `whole` is the one that was there. */
  as: string;
}

/** Replaces a part that no replacement of the whole function could name. */
interface BrokenText extends Break {
  /** Text that occurs exactly once in the file of `of`. */
  find: string;
  replace: string;
}
