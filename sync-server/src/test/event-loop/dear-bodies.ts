import { AVATAR_MAX_BYTES, BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { gzipSync } from 'node:zlib';
import { avatarOf, PICTURES, pngChunk, pngOfSize, pngWith } from '../pictures.ts';

export interface DearBody {
  readonly kind: string;
  readonly bytes: Uint8Array;
  readonly isGzip: boolean;
}

/** Texts that are dear to read, trim, match or fold, each repeated to fill a body. */
const DEAR_TEXTS = {
  letters: 'a',
  blanks: ' ',
  'blanks with an end': ' \u2800a',
  'line ends': '\\n',
  'at signs': 'a@',
  dots: 'a.b@c.',
  digits: '0',
  accents: 'e\u0301',
  'accents in disorder': '\u0301\u0316',
  ligatures: '\uFDFA',
  emoji: '\u{1F469}\u200D',
  'escaped letters': '\\u0041',
  'half a pair': '\\ud800',
  slashes: '\\\\',
} as const;

interface Shown {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shown>>;
  readonly wrapped?: Shown;
  readonly item?: Shown;
}

/**
 * Bodies of a route, just within its limit, that cost as much as bytes, depth, values or text can, the texts in every field.
 */
export function dearBodies({ body, bodyLimitBytes = BODY_LIMIT_BYTES }: Route): DearBody[] {
  const limit = bodyLimitBytes - 1000;
  const bodies = [...shapes(limit)];
  for (const [kind, unit] of Object.entries(DEAR_TEXTS)) {
    for (const [name, shown] of fieldsOf(body)) {
      bodies.push([`${name}: ${kind}`, fillField(name, shown, { unit, limit })]);
    }
  }
  const fields = fieldsOf(body as Shown | undefined).map(([name]) => name);
  if (fields.includes('avatar')) bodies.push(...dearAvatars());
  const plain = bodies.map(([kind, text]) => ({ kind, bytes: Buffer.from(text), isGzip: false }));
  return [...plain, ...[...shapes(limit)].map(gzipped)];
}

function gzipped([kind, text]: [string, string]): DearBody {
  return { kind: `${kind}, gzipped`, bytes: gzipSync(text), isGzip: true };
}

function* shapes(limit: number): Iterable<[string, string]> {
  yield ['depth', '['.repeat(limit)];
  yield ['depth of objects', '{"a":'.repeat(limit / 5)];
  yield ['values', `{"x":[${'0,'.repeat(limit / 2 - 10)}0]}`];
  yield ['allowed values', `{"x":[${'{},'.repeat(Math.min(6000, limit / 3 - 10))}0]}`];
  const keys = Array.from({ length: Math.min(6000, limit / 16) }, (_, at) => `"key${at}":0`);
  yield ['keys', `{${keys.join()}}`];
  yield ['blanks', `${' '.repeat(limit)}{}`];
}

/** Pictures just under 5 MB, in as many pieces as their formats allow. */
function* dearAvatars(): Iterable<[string, string]> {
  const size = AVATAR_MAX_BYTES - 1000;
  const { gif, jpeg, webp } = PICTURES;
  const fill = (piece: Buffer) => Buffer.alloc(size - (size % piece.length), piece);
  const note = pngChunk('tEXt', Buffer.alloc(0));
  const pictures = [
    avatarOf('png', pngOfSize(size)),
    avatarOf('png', pngWith(fill(note))),
    avatarOf(
      'gif',
      Buffer.concat([gif.subarray(0, 19), fill(Buffer.of(0x21, 0xf9, 0)), gif.subarray(19)]),
    ),
    avatarOf(
      'jpeg',
      Buffer.concat([jpeg.subarray(0, 2), fill(Buffer.of(0xff, 0xfe, 0, 2)), jpeg.subarray(2)]),
    ),
    avatarOf(
      'jpeg',
      Buffer.concat([jpeg.subarray(0, -2), fill(Buffer.of(0xff, 0)), jpeg.subarray(-2)]),
    ),
    avatarOf('webp', webpOf(webp, fill(Buffer.from('EXIF\0\0\0\0', 'latin1')))),
  ];
  for (const [at, avatar] of pictures.entries())
    yield [`picture ${at}`, JSON.stringify({ avatar })];
}

function webpOf(webp: Buffer, more: Buffer): Buffer {
  const bytes = Buffer.concat([webp, more]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

function fieldsOf(schema: Shown | undefined): [string, Shown][] {
  if (schema?.wrapped) return fieldsOf(schema.wrapped);
  return Object.entries(schema?.entries ?? {});
}

const LIST_LENGTH = 500;

/** A body whose field is a text as long as the body may be; a list gets its items filled instead. */
function fillField(
  name: string,
  shown: Shown,
  { unit, limit }: { unit: string; limit: number },
): string {
  const room = limit - 2 * name.length;
  const textOf = (bytes: number) =>
    JSON.stringify(name === 'avatar' ? 'data:image/png;base64,' : '').slice(0, -1) +
    `${unit.repeat(bytes / Buffer.byteLength(unit))}"`;
  const item = itemOf(shown);
  if (!item) return `{"${name}":${textOf(room)}}`;
  const fields = fieldsOf(item).map(([field]) => field);
  const share = room / LIST_LENGTH / Math.max(1, fields.length) - 30;
  const row =
    fields.length === 0
      ? textOf(share)
      : `{${fields.map((field) => `"${field}":${textOf(share)}`).join()}}`;
  return `{"${name}":[${Array.from({ length: LIST_LENGTH }, () => row).join()}]}`;
}

function itemOf({ wrapped, item }: Shown): Shown | undefined {
  return wrapped ? itemOf(wrapped) : item;
}
