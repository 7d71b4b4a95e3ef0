import { fileURLToPath } from 'node:url';

/** What a bundler's graph tells of a module: what it imports at once, by id. */
interface GraphModule {
  readonly importedIds: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): GraphModule | null;
}

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
/** Pages a visitor opens first, and what a signed-in person's start takes; the bundler makes these files itself. */
const VISITOR = ['main.tsx', 'routes/auth-page.tsx', 'routes/refer-page.tsx'].map(source);
const HOME = ['routes/shell.tsx', 'routes/dashboard-page.tsx', 'routes/find-user.ts'].map(source);

/**
 * Small pieces that several of a customer's later screens share. One file of each kind: forty small ones take half
 * as much again in wrapping, and a phone as much time in fetching.
 */
const LATER: readonly (readonly [name: string, files: RegExp])[] = [
  [
    'parts',
    /\/pwa\/src\/(ui\/(text-area|select-field|filter-chips|tally|plain-table|facts|banner|timeline|virtual-list|confirm-dialog|save-file|save-text-file|notice|use-typed|search-field|use-form|open-forms)|features\/profile\/(use-storage-state|offline-ready))\.tsx?$/,
  ],
  [
    'engine',
    /\/pwa\/src\/(sync\/(log-lines|background-sync|send-row|settle-rows|apply-verdict|sent-log|edit-unsent|achievements|held-upload|next-wake|drain|single-flight|wake-timer|triggers-page)|data\/outbox-entry|api\/error-fields)\.ts$/,
  ],
];

/** Through the one door of shared-types everybody reaches these; only the admin's desk uses them. */
const DESK = /\/shared-types\/src\/(?:admin|report|routes\.ts|index\.ts)/;

/** All that loading `roots` brings along, themselves included. */
function reachOf(graph: Graph, roots: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (id: string): void => {
    if (reached.has(id)) return;
    reached.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  roots.forEach(visit);
  return reached;
}

/**
 * Names the file a module goes to: what only the signed-in start takes is `home`, what it shares with a
 * visitor's pages `base`. Some forty small files became two: without signal a phone spends more on
 * fetching each of them from the worker than on running it. The rest is left to the bundler.
 */
export function chunkGroups(): (id: string, graph: Graph) => string | null {
  let reached: { visitor: ReadonlySet<string>; home: ReadonlySet<string> } | undefined;
  return (id, graph) => {
    reached ??= { visitor: reachOf(graph, VISITOR), home: reachOf(graph, HOME) };
    if (DESK.test(id) || VISITOR.includes(id) || HOME.includes(id)) return null;
    if (!reached.home.has(id)) return reached.visitor.has(id) ? null : laterGroupOf(id);
    return reached.visitor.has(id) ? 'base' : 'home';
  };
}

const laterGroupOf = (id: string) => LATER.find(([, files]) => files.test(id))?.[0] ?? null;
