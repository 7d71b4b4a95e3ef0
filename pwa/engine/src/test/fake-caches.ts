/** The part of Cache Storage that what is handed over uses: one cache. */
export function fakeCaches() {
  const held = new Map<string, Response>();
  return {
    open: async () => ({
      put: async (address: string, response: Response) => void held.set(address, response),
    }),
    match: async (address: string) => held.get(address)?.clone(),
    delete: async () => {
      const wasThere = held.size > 0;
      held.clear();
      return wasThere;
    },
  };
}
