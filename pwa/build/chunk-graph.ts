/** A part of Vite's build manifest, which names chunks by their source. */
export interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

export type ChunkManifest = Readonly<Record<string, Chunk>>;

/** The chunks loaded with `keys`, including themselves, but not those they load later. */
export function reachFrom(manifest: ChunkManifest, keys: readonly string[]): Set<Chunk> {
  const chunks = new Set<Chunk>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build manifest has no ${key}; was the app built?`);
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return chunks;
}

/** Where a customer's app ends: beyond these, code is only for admins. */
const ADMIN_ONLY = [
  /^src\/desk\//,
  /^engine\/src\/sync\/acts\/send-acts/,
  /^src\/accounts\/session\/second-step/,
  // The desk's own files (chunk-groups.ts).
  /^_desk-/,
];

/** Everything that can be loaded from `entry` on, even lazily, without passing through an admin's part. */
export function customerChunks(manifest: ChunkManifest, entry: string): Set<Chunk> {
  requireAll(Object.keys(manifest));
  const seen = new Set<Chunk>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(chunk) || ADMIN_ONLY.some((part) => part.test(key))) return;
    seen.add(chunk);
    [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])].forEach(visit);
  };
  visit(entry);
  return seen;
}

/** A part that was moved would silently count as everybody's. */
function requireAll(keys: readonly string[]): void {
  const gone = ADMIN_ONLY.filter((part) => !keys.some((key) => part.test(key)));
  if (gone.length > 0) throw new Error(`The build manifest has no ${gone.join(', ')}.`);
}
