/**
 * JSON made by the database, to be sent as it is: parsing and writing it again would take as long as the rest
 * of the call, and for a list of 200,000 rows would hold up everybody else's calls.
 */
export declare class JsonText<Shape> {
  readonly text: string;
  /** What the text contains; only for types. */
  readonly shape: Shape;
  constructor(text: string);
}
