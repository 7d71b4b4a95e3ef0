/** The part of Cache Storage that what is handed over uses: one cache. */
export function fakeCaches() {
  const held = new Map<string, Response>();
  const cache = {
    keys: async () => [...held.keys()],
    match: async (address: string) => held.get(address)?.clone(),
    put: async (address: string, response: Response) => void held.set(address, response),
    delete: async (address: string) => held.delete(address),
  };
  return { open: async () => cache, delete: async () => held.clear() };
}
