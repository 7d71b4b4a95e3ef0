import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FIRST_VIEWS } from './first-views.ts';

/** What a bundler's graph says about a module: its imports, by id. */
interface GraphModule {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): GraphModule | null;
}
type Reach = ReadonlySet<string>;

const sources = (...paths: string[]) => paths.map((path) => fileOf(`src/${path}`));

/** A renamed file stops the build, because otherwise its group would silently fall apart. */
function fileOf(path: string): string {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  if (!existsSync(file)) throw new Error(`A group of files names ${path}, which does not exist.`);
  return file;
}

/** What is loaded with nobody signed in, part by part. */
const VISITOR = {
  start: sources('main.tsx'),
  auth: FIRST_VIEWS['auth.html'].map(fileOf),
  refer: FIRST_VIEWS['refer.html'].map(fileOf),
};
/** Loaded once a page is idle: the worker's registration, and notices that any page may need. */
const REGISTRATION = sources(
  'ground/update/register-worker.ts',
  'ground/update/update-prompt.tsx',
  'ui/layers/notice-region.tsx',
  'routes/error-page.tsx',
  'routes/not-found-page.tsx',
);
/** Of these, what the offer of a new version or the upload uses, too: it is in no first view. */
const UPDATE = /ground\/update\/(register-worker|take-version|unsaved-text)|ui\/own-script/;
/** A signed-in person's start; the budgets name the shell, so it stays a file of its own. */
const HOME_PAGES = FIRST_VIEWS['index.html'].map(fileOf);
const HOME = [
  ...HOME_PAGES,
  ...sources(
    'routes/dashboard-page.tsx',
    'routes/find-user.ts',
    '../engine/src/data/device-db.ts',
    '../engine/src/data/with-reopen.ts',
  ),
];
/** What runs behind the pages, started once the first one is shown. */
const WORK = sources(
  'routes/shell/start-page.ts',
  '../engine/src/sync/start.ts',
  '../engine/src/sync/session.ts',
  '../engine/src/sync/send/send-row.ts',
  '../engine/src/sync/read/send-lost.ts',
  '../engine/src/sync/session/forget-desk.ts',
  '../engine/src/sync/session/forget-others.ts',
  '../engine/src/sync/session/lost-profile.ts',
  'accounts/session/enter.ts',
  'routes/ask-who.ts',
  'accounts/session/erased-notice.tsx',
);
/** What opens over a page, and the controls of the list, which opens half of these. */
const DIALOGS = sources(
  'routes/shell/shell-dialogs.tsx',
  'routes/shell/waiting-part.tsx',
  'routes/shell/achievements-part.tsx',
  'program/achievements/achievement-popups.tsx',
  'program/impact/impact-details.tsx',
  'visitors/share/qr-code.tsx',
  // Its form is the dialog's.
  'routes/online-only-page.tsx',
  'referrals/list/list-toolbar.tsx',
  'routes/shell/lock-page.tsx',
  'routes/shell/own-password-page.tsx',
);
/** A customer's other pages, and what needs its dialogs anyway. */
const PAGES = sources(
  'routes/referrals-page.tsx',
  'routes/rewards-page.tsx',
  'routes/profile-page.tsx',
  'ground/storage/start-anew.tsx',
);
/** Where a customer's app ends: the desk, and what sends an admin's queue, which needs nothing of the desk. */
const DESK_PAGES = sources('desk/pages/admin-console.tsx', 'desk/pages/admin-dashboard.tsx');
/** An admin's own second factor, which is shown outside of the desk, and asked for before it. */
const SECOND_FACTOR = sources(
  'routes/shell/second-factor-part.tsx',
  'routes/shell/second-factor-page.tsx',
);
const SECOND_STEP = sources('accounts/session/second-step.tsx');
const ACTS = sources('../engine/src/sync/acts/send-acts.ts');
/** The charts, as large as the rest of the desk together; most panels have none. */
const CHARTS = sources('desk/ground/overview/report-board.tsx');
/** What both public pages say about the program, and a landing page about its owner, a few lines each. */
const PROGRAMME = sources(
  '../../shared-types/src/program/ladder.ts',
  '../../shared-types/src/program/program-routes.ts',
  '../../shared-types/src/visitors/landing-routes.ts',
  '../engine/src/api/fetch-programme.ts',
  'accounts/session/ask-programme.ts',
  'accounts/session/promise-of.ts',
);
/** A few lines, in every form with room for a message. */
const TEXT_AREA = sources('ui/forms/text-area.tsx');
/** Used by both the upload and the desk, a few lines each; dialogs must not load the pages. */
const PLAIN = sources('ui/forms/form-grid.tsx', 'ui/tally.tsx');
/** Dialogs, or what opens from one, save and read files by these. */
const BESIDE_DIALOGS = /\/uuid\/dist\/(?:v5|v35|sha1|parse)\.js/;

/** The desk reaches these through the table of routes, and whoever takes for others uses them. */
const ON_BEHALF_SHAPES = /\/shared-types\/src\/referrals\/on-behalf\.ts/;
/** What is taken for others: one file, which only those load who may. */
const ON_BEHALF =
  /\/src\/referrals\/on-behalf\/(?!read|on-behalf-note)|\/sync\/(?:on-behalf\/|on-behalf\.ts|read\/on-behalf-list)/;

interface ReachOptions {
  /** Whether what is only loaded later, on request, belongs to it. */
  readonly isLazy?: boolean;
  /** Modules through which nothing is reached. */
  readonly without?: readonly string[];
}

/** Everything loaded with `roots`, including themselves. */
function reachOf(
  graph: Graph,
  roots: readonly string[],
  { isLazy = false, without = [] }: ReachOptions = {},
): Reach {
  const reached = new Set<string>();
  const visit = (id: string): void => {
    if (reached.has(id) || without.includes(id)) return;
    reached.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    importedIds.forEach(visit);
    if (isLazy) dynamicallyImportedIds.forEach(visit);
  };
  roots.forEach(visit);
  return reached;
}

function readParts(graph: Graph) {
  const reach = (roots: readonly string[]) => reachOf(graph, roots);
  const [home, work, dialogs] = [reach(HOME), reach(WORK), reach(DIALOGS)];
  const pages = reach(PAGES);
  const visitor = Object.values(VISITOR).map(reach);
  const registration = reach(REGISTRATION);
  return {
    visitor,
    registration,
    home,
    work,
    dialogs,
    pages,
    customers: reachOf(graph, VISITOR.start, {
      isLazy: true,
      without: [...DESK_PAGES, ...ACTS, ...SECOND_FACTOR, ...SECOND_STEP],
    }),
    acts: reach(ACTS),
    desk: reachOf(graph, [...DESK_PAGES, ...SECOND_FACTOR], {
      isLazy: true,
      without: [...CHARTS, ...SECOND_STEP],
    }),
    all: [...visitor, registration, home, work, dialogs, pages],
  };
}

/** The file of a module known by its name, null if the bundler decides; undefined for all others. */
function groupByName(id: string): string | null | undefined {
  if (HOME_PAGES.includes(id)) return null;
  if (BESIDE_DIALOGS.test(id)) return 'dialogs';
  if (PROGRAMME.includes(id)) return 'programme';
  if (UPDATE.test(id)) return 'register-worker';
  if (TEXT_AREA.includes(id)) return 'base';
  return PLAIN.includes(id) ? 'pages' : undefined;
}

function nameOf(id: string): string | null | undefined {
  if (ON_BEHALF_SHAPES.test(id)) return 'on-behalf-shapes';
  return ON_BEHALF.test(id) ? 'on-behalf' : groupByName(id);
}

/**
 * Names the file a module goes to: what a visitor's parts share, with each other or with what comes after a sign-in, is
 * `base`; of the rest, what the signed-in start needs is `home`, and so on down the list. About sixty small files
 * became these six, because each compresses worse on its own, and without signal a phone spends more time on fetching
 * one from the worker than on running it. The desk is two more, its controls and its own code, instead of fifty, of which
 * a panel fetched forty. The rest is left to the bundler.
 */
export function chunkGroups(): (id: string, graph: Graph) => string | null {
  let parts: ReturnType<typeof readParts> | undefined;
  return (id, graph) => {
    parts ??= readParts(graph);
    const named = nameOf(id);
    if (named !== undefined) return named;
    const isShared = parts.all.filter((part) => part.has(id)).length > 1;
    if (parts.visitor.some((part) => part.has(id))) return isShared ? 'base' : null;
    if (parts.registration.has(id)) return isShared ? 'base' : 'register-worker';
    if (parts.home.has(id)) return 'home';
    if (parts.work.has(id)) return 'work';
    if (parts.dialogs.has(id)) return 'dialogs';
    if (parts.pages.has(id)) return 'pages';
    if (!parts.desk.has(id) || parts.customers.has(id) || parts.acts.has(id)) return null;
    return id.includes('/node_modules/') ? 'desk-controls' : 'desk';
  };
}
