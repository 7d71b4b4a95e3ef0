/** A text of several lines in one, as an address is written in a line: with commas. */
export const oneLine = (text: string) => text.replaceAll(/(?<![\s,])[\s,]*[\r\n]\s*/g, ', ');
