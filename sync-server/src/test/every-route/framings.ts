import { gzipSync } from 'node:zlib';
import { BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import type { Route } from '@sunloop/shared-types/route.ts';

/** The rest of a request after its own headers: more of them, and the pieces that follow. */
export interface Framed {
  readonly headers: readonly string[];
  readonly pieces: readonly (string | Uint8Array)[];
  /** How the connection goes on: the request is whole, its end never comes, or it is cut off at once. */
  readonly ending: 'wait' | 'end' | 'cut';
}

type Frame = (content: Buffer, limit: number) => Framed;

const stated = (bytes: number) => [`Content-Length: ${bytes}`];
const CHUNKED = ['Transfer-Encoding: chunked'];
const GZIP = ['Content-Encoding: gzip'];
const chunk = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const LAST_CHUNK = '0\r\n\r\n';
const chunksOf = (content: Buffer) => thirdsOf(content).map(chunk);

/** None of them empty, because an empty chunk is the last one. */
function thirdsOf(content: Buffer): Buffer[] {
  const third = Math.ceil(content.length / 3);
  const thirds = [0, 1, 2].map((place) => content.subarray(place * third, (place + 1) * third));
  return thirds.filter(({ length }) => length > 0);
}

/** Cut off after so many pieces. */
function cutAfter(pieces: number): Frame {
  return (content) => ({
    headers: stated(content.length + 1),
    pieces: thirdsOf(content).slice(0, pieces),
    ending: 'cut',
  });
}

function cutChunksAfter(pieces: number, headers: readonly string[] = []): Frame {
  return (content) => ({
    headers: [...CHUNKED, ...headers],
    pieces: chunksOf(headers.length > 0 ? gzipSync(content) : content).slice(0, pieces),
    ending: 'cut',
  });
}

/** Every way in which a body may be announced and sent, right or wrong. */
export const FRAMINGS: Readonly<Record<string, Frame>> = {
  'a right length': (content) => ({
    headers: stated(content.length),
    pieces: thirdsOf(content),
    ending: 'wait',
  }),
  'a length over the limit': (content, limit) => ({
    headers: stated(limit + 1),
    pieces: [content],
    ending: 'end',
  }),
  'a length over the limit, and nothing after it': (_, limit) => ({
    headers: stated(limit + 1),
    pieces: [],
    ending: 'end',
  }),
  'a length far over the limit, in pieces': (content) => ({
    headers: stated(2 ** 32 + 1),
    pieces: thirdsOf(content),
    ending: 'end',
  }),
  'a length that is a little too long': (content) => ({
    headers: stated(content.length + 10),
    pieces: [content],
    ending: 'end',
  }),
  'a length that is too short': (content) => ({
    headers: stated(Math.max(0, content.length - 5)),
    pieces: [content],
    ending: 'wait',
  }),
  'a length of 0': (content) => ({ headers: stated(0), pieces: [content], ending: 'wait' }),
  'a negative length': (content) => ({
    headers: ['Content-Length: -1'],
    pieces: [content],
    ending: 'wait',
  }),
  'two lengths': (content) => ({
    headers: [...stated(content.length), ...stated(content.length + 1)],
    pieces: [content],
    ending: 'wait',
  }),
  'no length': (content) => ({ headers: [], pieces: [content], ending: 'wait' }),
  'length and chunks': (content) => ({
    headers: [...stated(content.length), ...CHUNKED],
    pieces: [...chunksOf(content), LAST_CHUNK],
    ending: 'wait',
  }),
  chunks: (content) => ({
    headers: CHUNKED,
    pieces: [...chunksOf(content), LAST_CHUNK],
    ending: 'wait',
  }),
  'chunks without an end': (content) => ({
    headers: CHUNKED,
    pieces: chunksOf(content),
    ending: 'end',
  }),
  'a chunk of no size': (content) => ({
    headers: CHUNKED,
    pieces: [...chunksOf(content), 'size\r\n'],
    ending: 'wait',
  }),
  'gzip in chunks': (content) => ({
    headers: [...CHUNKED, ...GZIP],
    pieces: [...chunksOf(gzipSync(content)), LAST_CHUNK],
    ending: 'wait',
  }),
  'gzip and its length': (content) => {
    const small = gzipSync(content);
    return { headers: [...stated(small.length), ...GZIP], pieces: thirdsOf(small), ending: 'wait' };
  },
  'gzip and a length over the limit': (content, limit) => ({
    headers: [...stated(limit + 1), ...GZIP],
    pieces: [gzipSync(content)],
    ending: 'end',
  }),
  'gzip that breaks off': (content) => {
    const half = gzipSync(content).subarray(0, -9);
    return { headers: [...stated(half.length), ...GZIP], pieces: [half], ending: 'wait' };
  },
  'gzip and something after it': (content) => {
    const more = Buffer.concat([gzipSync(content), Buffer.from('more')]);
    return { headers: [...stated(more.length), ...GZIP], pieces: [more], ending: 'wait' };
  },
  'what is no gzip': (content) => ({
    headers: [...stated(content.length), ...GZIP],
    pieces: thirdsOf(content),
    ending: 'wait',
  }),
  'another encoding': (content) => ({
    headers: [...stated(content.length), 'Content-Encoding: br'],
    pieces: thirdsOf(content),
    ending: 'wait',
  }),
  'a question first': (content) => ({
    headers: [...stated(content.length), 'Expect: 100-continue'],
    pieces: thirdsOf(content),
    ending: 'wait',
  }),
  'a question first, over the limit': (content, limit) => ({
    headers: [...stated(limit + 1), 'Expect: 100-continue'],
    pieces: [content],
    ending: 'end',
  }),
  'an upgrade': (content) => ({
    headers: [...stated(content.length), 'Upgrade: websocket'],
    pieces: thirdsOf(content),
    ending: 'wait',
  }),
  'cut off after the head': cutAfter(0),
  'cut off after a piece': cutAfter(1),
  'cut off after two pieces': cutAfter(2),
  'cut off before the last byte': cutAfter(3),
  'cut off before the first chunk': cutChunksAfter(0),
  'cut off after a chunk': cutChunksAfter(1),
  'cut off before the last chunk': cutChunksAfter(3),
  'gzip, cut off after a chunk': cutChunksAfter(1, GZIP),
  'gzip, cut off before the last chunk': cutChunksAfter(3, GZIP),
};

export const limitOf = ({ bodyLimitBytes = BODY_LIMIT_BYTES }: Route) => bodyLimitBytes;

/** What is wrong with a body once it is there. */
export const FAULTS: Readonly<Record<string, (limit: number) => Buffer>> = {
  'lists in lists': () => Buffer.from('['.repeat(40)),
  'objects in objects': () => Buffer.from('{"a":'.repeat(40)),
  'too many values': () => Buffer.from(`[${'0,'.repeat(20_000)}`),
  'half an object': () => Buffer.from('{"name":"half of'),
  'no UTF-8': () => Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  'a text': () => Buffer.from('"text"'),
  nothing: () => Buffer.alloc(0),
  'more than fits': (limit) => Buffer.alloc(limit + 1000, ' '),
  'more than fits, and lists in lists at its end': (limit) =>
    Buffer.concat([Buffer.alloc(limit - 20, ' '), Buffer.from('['.repeat(40))]),
};
