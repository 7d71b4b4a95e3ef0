/** A column of times in the wire's form: ISO 8601, UTC, milliseconds. */
export declare function isoTime(column: string, name: string): string;
