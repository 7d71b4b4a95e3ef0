/** A part of Vite's build manifest, which names chunks by their source. */
export interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

export type ChunkManifest = Readonly<Record<string, Chunk>>;

/** The chunks that loading `keys` brings along, themselves included, without what they ask for later. */
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
