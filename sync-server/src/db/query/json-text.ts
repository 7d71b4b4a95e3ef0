/**
 * JSON the database has made, to be answered as it is: reading and writing it again would take the process as long as
 * all the rest of the call, and a list of 200,000 rows would hold up everybody else's.
 */
export class JsonText<Shape> {
  readonly text: string;
  /** What the text holds; only for types. */
  declare readonly shape: Shape;

  constructor(text: string) {
    this.text = text;
  }
}
