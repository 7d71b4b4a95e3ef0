/** The servers that answer at the moment; callers ask them in turn, as a balancer does. */
export interface ServersInTurn {
  /** From now on this server is asked, too. */
  add(origin: string): void;
  /** It gets no more requests; resolves once those it has are answered. */
  remove(origin: string): Promise<void>;
  /** Asks the next server; rejects if the connection breaks. */
  fetch(path: string, init: RequestInit): Promise<Response>;
}

export function serversInTurn(): ServersInTurn {
  const origins: string[] = [];
  const running = new Map<string, Set<Promise<unknown>>>();
  let turn = 0;
  const ask = async (origin: string, path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set('Origin', origin);
    const answer = await fetch(`${origin}${path}`, { ...init, headers });
    // The whole body counts: a server may not end before it is sent.
    return new Response(
      answer.status === 204 || answer.status === 304 ? null : await answer.text(),
      {
        status: answer.status,
        headers: answer.headers,
      },
    );
  };
  return {
    add(origin) {
      origins.push(origin);
      running.set(origin, new Set());
    },
    async remove(origin) {
      origins.splice(origins.indexOf(origin), 1);
      const requests = running.get(origin);
      if (requests) await Promise.allSettled(requests);
    },
    async fetch(path, init) {
      turn += 1;
      const origin = origins[turn % origins.length];
      if (origin === undefined) throw new Error('no server is there');
      const asked = ask(origin, path, init);
      const requests = running.get(origin);
      requests?.add(asked);
      return asked.finally(() => requests?.delete(asked));
    },
  };
}
