/** Below this, gzip costs more than it saves on the wire. */
const GZIP_FROM_BYTES = 1024;

export interface EncodedBody {
  body: string | ArrayBuffer;
  headers: Record<string, string>;
}

/** JSON for the wire, gzipped from about a kilobyte where the browser can. */
export async function encodeBody(value: unknown): Promise<EncodedBody> {
  const json = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json' };
  if (json.length < GZIP_FROM_BYTES || typeof CompressionStream === 'undefined') {
    return { body: json, headers };
  }
  // Not through a `Blob`, whose bytes go by way of the browser's process. Buffered, because browsers without full HTTP/2
  // uploads cannot send a stream.
  const bytes = new Response(json).body?.pipeThrough(new CompressionStream('gzip'));
  const body = await new Response(bytes).arrayBuffer();
  return { body, headers: { ...headers, 'Content-Encoding': 'gzip' } };
}
