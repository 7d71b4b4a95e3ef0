/**
 * Text of a file in an unknown encoding: UTF-16 by its mark or its zeros, otherwise UTF-8, otherwise what Windows saves.
 * The last one can read any byte, so this never fails.
 */
export function decodeText(bytes: ArrayBuffer): string {
  const [first = 0, second = 0] = new Uint8Array(bytes.slice(0, 2));
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // In UTF-16 every second byte of a plain letter is 0.
  if (isMarked || (first === 0) !== (second === 0)) {
    const isLittle = first === 0xff || second === 0;
    return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes);
  }
  const text = decode(bytes);
  return isWhole(text) ? text : decodeMixed(new Uint8Array(bytes));
}

const decode = (bytes: AllowSharedBufferSource) => new TextDecoder('utf-8').decode(bytes);

/** Whether all bytes were UTF-8; others become this sign. */
const isWhole = (text: string) => !text.includes('\uFFFD');

const LINE_END = 0x0a;
/** A letter in UTF-8, or a byte that belongs to none; each byte as the character of its number. */
const BEYOND_ASCII =
  /[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}|[\x80-\xFF]/g;

/** Reads each line for itself, so that a stray byte spoils neither the others nor the letters beside it. */
function decodeMixed(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(LINE_END, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    const read = decode(line);
    text += isWhole(read) ? read : decodeLetters(line);
    start += line.length;
  }
  return text;
}

function decodeLetters(line: Uint8Array): string {
  const characters = Array.from(line, (byte) => String.fromCharCode(byte)).join('');
  return characters.replaceAll(BEYOND_ASCII, (found) => {
    const bytes = Uint8Array.from(found, (character) => character.charCodeAt(0));
    return found.length > 1 ? decode(bytes) : new TextDecoder('windows-1252').decode(bytes);
  });
}
