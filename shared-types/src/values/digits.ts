/** The digits of a text, without whatever people write between them. */
export const digitsOf = (text: string) => text.replaceAll(/[^0-9]/g, '');
