/** Hands over what was read, now and after each change, until the returned function is called. */
export type Follow<T> = (
  onValue: (value: T) => void,
  onError: (error: unknown) => void,
) => () => void;
