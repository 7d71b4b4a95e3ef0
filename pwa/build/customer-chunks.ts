/** What a bundler tells of a module. */
export interface ModuleLinks {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
type FindModule = (id: string) => ModuleLinks | null;

/** Where the admin's desk begins: behind these nothing is a customer's. */
const DESK_ROOT = /\/src\/routes\/admin-(?:console|dashboard)\.tsx$/;
/** What a customer signs in to, and what visitors see first. */
const HOME = /\/src\/routes\/(?:shell|dashboard-page)\.tsx$/;
const FRONT = /\/(?:index\.html|src\/routes\/(?:auth|refer)-page\.tsx)$/;
/** What is made of parts; the queue and its tables are divided well as they are. */
const PARTS = /\/(?:pwa\/src\/(?:ui|lib|features|routes)|shared-types\/src)\//;

interface Reach {
  /** The customers' entries that bring a module along. */
  readonly customers: ReadonlyMap<string, readonly string[]>;
  readonly desk: ReadonlySet<string>;
}

/** Every module that one brings along by plain imports, itself included. */
function reachOf(root: string, find: FindModule): Set<string> {
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    find(id)?.importedIds.forEach(visit);
  };
  visit(root);
  return seen;
}

function readReach(page: string, find: FindModule): Reach {
  const customers = new Map<string, string[]>();
  const desk = new Set<string>();
  const seen = new Set<string>();
  const visitEntry = (entry: string, isDesk: boolean): void => {
    const key = `${isDesk} ${entry}`;
    if (seen.has(key)) return;
    seen.add(key);
    for (const id of reachOf(entry, find)) {
      if (isDesk) desk.add(id);
      else customers.set(id, [...(customers.get(id) ?? []), entry]);
      for (const next of find(id)?.dynamicallyImportedIds ?? []) {
        visitEntry(next, isDesk || DESK_ROOT.test(next));
      }
    }
  };
  visitEntry(page, false);
  return { customers, desk };
}

/**
 * Names the chunk of what several pages share: one for what the home of a customer is made of, one for the
 * rest. Left to itself the bundler would cut the customers' chunks into crumbs wherever the desk uses a
 * part of one, and crumbs compress badly.
 */
export function customerChunkName(page: string) {
  let known: Reach | undefined;
  return (id: string, bundler: { getModuleInfo: FindModule }): string | null => {
    known ??= readReach(page, (module) => bundler.getModuleInfo(module));
    const entries = known.customers.get(id) ?? [];
    const isShared = entries.length > 1 || (entries.length === 1 && known.desk.has(id));
    if (!isShared || !PARTS.test(id) || entries.includes(id)) return null;
    if (entries.some((entry) => FRONT.test(entry))) return null;
    return entries.some((entry) => HOME.test(entry)) ? 'home-parts' : 'page-parts';
  };
}
