/** One layer of the code: which files belong to it, and what they may import. */
interface Layer {
  /** Matches the layer's own subtree, of which a member may import everything unless `isStrict`. */
  readonly files: RegExp;
  /** Other files of ours that a member may import. */
  readonly mayImport: RegExp;
  readonly isStrict?: true;
  /** Packages it must not import. */
  readonly mustNotKnow?: RegExp;
  readonly message: string;
}

const UI_LIBRARIES =
  /^(react|react-dom|react-aria.*|zustand|dexie-react-hooks|@tanstack\/.*)(\/|$)/;
const NO_DATA = /^(dexie.*|@sunloop\/.*)(\/|$)/;
const UI_MESSAGE =
  'ui imports only lib; of its rooms, desk builds on layers, layers on forms, forms on the rest.';
const WORKSPACES = /^@sunloop\/(pwa|sync-server|e2e)/;

/** STYLE.md, "Who may import whom"; the first layer that matches a file applies to it. */
const LAYERS: readonly Layer[] = [
  {
    files: /^shared-types\/src\//,
    mayImport: /^shared-types\/src\//,
    mustNotKnow: /^(?!valibot$|libphonenumber-js\/min$|vitest$|fast-check$|node:)/,
    message: 'shared-types imports only valibot, for phones libphonenumber-js, and itself.',
  },
  {
    files: /^sync-server\/src\/features\/[^/]+\/entities\.ts$/,
    mayImport: /^sync-server\/src\/features\/[^/]+\/entities\.ts$/,
    mustNotKnow: /^(koa|@koa\/.*|@sunloop\/(?!shared-types))/,
    isStrict: true,
    message: 'Entities import only entities.',
  },
  {
    files: /^sync-server\/src\/features\/(?!.*(\/routes|\.test)\.ts$)/,
    mayImport:
      /^sync-server\/src\/(features\/(?!.*\/routes\.ts$)|http\/(errors|context|parse|bounds\/request-queue|session\/session-read)\.ts|db\/query\/|keyed-queue\.ts)/,
    mustNotKnow: /^(koa|@koa\/.*|@sunloop\/(?!shared-types))/,
    isStrict: true,
    message: 'Services import entities, services and http/errors: no routes, no app, no Koa.',
  },
  {
    files: /^sync-server\/src\/features\/[^/]+\/routes\.ts$/,
    mayImport: /^sync-server\/src\/((features|http|db)\/|keyed-queue\.ts$)/,
    mustNotKnow: WORKSPACES,
    message: 'Routes import features, http and db: neither the app nor what fills a database.',
  },
  {
    files: /^sync-server\/src\/http\/(?!.*\.test\.ts$)/,
    mayImport: /^sync-server\/src\/((http|db)\/|keyed-queue\.ts$)/,
    mustNotKnow: WORKSPACES,
    message: 'http imports db: no feature.',
  },
  {
    files: /^sync-server\/src\/db\/migrations\/(?!.*\.test\.ts$)/,
    mayImport: /^sync-server\/src\/db\/migrations\//,
    mustNotKnow: /^(?!@mikro-orm\/migrations$|node:)/,
    message: 'A migration imports only the migrator: what changes later must not change it.',
  },
  {
    files: /^sync-server\/src\/db\/(?!.*\.test\.ts$)/,
    mayImport: /^sync-server\/src\/(db\/|env\.ts$|keyed-queue\.ts$)/,
    mustNotKnow: /^(koa|@koa\/.*|@sunloop\/(?!shared-types))/,
    message: 'db imports nothing above it: no feature, no install, no HTTP.',
  },
  {
    files: /^sync-server\/src\/install\/(?!.*\.test\.ts$)/,
    mayImport: /^sync-server\/src\/(install|features|db)\//,
    mustNotKnow: /^(koa|@koa\/.*|@sunloop\/(?!shared-types))/,
    message: 'What fills a database imports features and db: no HTTP.',
  },
  {
    files: /^sync-server\/src\//,
    mayImport: /^sync-server\/src\//,
    mustNotKnow: WORKSPACES,
    message: 'Server and app never import each other.',
  },
  {
    files: /^pwa\/src\/lib\//,
    mayImport: /^pwa\/src\/(lib|test)\//,
    mustNotKnow: /^(react|react-dom|react-aria.*|zustand|dexie.*|@tanstack\/.*|@sunloop\/.*)(\/|$)/,
    message: 'lib holds pure helpers that import nothing of ours.',
  },
  {
    files: /^pwa\/src\/(data|api)\//,
    mayImport: /^pwa\/src\/(lib|test)\//,
    mustNotKnow: UI_LIBRARIES,
    message: 'data and api import only lib, and neither React nor the document.',
  },
  {
    files: /^pwa\/src\/sync\//,
    mayImport: /^pwa\/src\/(data|api|lib|test)\//,
    mustNotKnow: UI_LIBRARIES,
    message: 'sync imports only data, api and lib, and neither React nor the document.',
  },
  {
    files: /^pwa\/src\/sw(\.ts$|\/)/,
    mayImport: /^pwa\/src\/(sw|sync|data|api|lib|test)\//,
    mustNotKnow: UI_LIBRARIES,
    message: 'The worker imports only sync, data, api and lib.',
  },
  {
    files: /^pwa\/src\/ui\/desk\//,
    mayImport: /^pwa\/src\/(lib|test|ui)\//,
    mustNotKnow: NO_DATA,
    message: UI_MESSAGE,
  },
  {
    files: /^pwa\/src\/ui\/layers\//,
    mayImport: /^pwa\/src\/(lib|test|ui\/forms)\/|^pwa\/src\/ui\/[^/]+$/,
    mustNotKnow: NO_DATA,
    message: UI_MESSAGE,
  },
  {
    files: /^pwa\/src\/ui\/forms\//,
    mayImport: /^pwa\/src\/(lib|test)\/|^pwa\/src\/ui\/[^/]+$/,
    mustNotKnow: NO_DATA,
    message: UI_MESSAGE,
  },
  {
    files: /^pwa\/src\/ui\//,
    mayImport: /^pwa\/src\/(lib|test)\/|^pwa\/src\/ui\/[^/]+$/,
    isStrict: true,
    mustNotKnow: NO_DATA,
    message: UI_MESSAGE,
  },
  {
    files: /^pwa\/src\/features\/[^/]+\//,
    mayImport: /^pwa\/src\/(ui|sync|data|api|lib|test)\//,
    mustNotKnow: WORKSPACES,
    message:
      'A feature imports ui, sync, data, api and lib, never a feature: the route puts them together.',
  },
  {
    files: /^pwa\/src\/routes\//,
    mayImport: /^pwa\/src\/(features|ui|sync|data|api|lib|test)\//,
    mustNotKnow: WORKSPACES,
    message: 'Nothing imports the page’s entry point.',
  },
  {
    files: /^pwa\/src\//,
    mayImport: /^pwa\/src\//,
    mustNotKnow: WORKSPACES,
    message: 'The app never imports its proofs, its build or the server.',
  },
  {
    files: /^pwa\/proof\/model\//,
    mayImport: /^pwa\/src\/(sync|data|api|lib|test)\//,
    mustNotKnow: UI_LIBRARIES,
    message: 'The model imports what it runs: sync, data, api and lib, and no other proof.',
  },
  {
    files: /^pwa\//,
    mayImport: /^pwa\//,
    mustNotKnow: WORKSPACES,
    message: 'App and server never import each other.',
  },
  {
    // Types only: the keys of the table, so that the compiler asks for a new page.
    files: /^e2e\/fixtures\/pages\.ts$/,
    mayImport: /^(e2e|pwa\/src\/routes)\//,
    mustNotKnow: WORKSPACES,
    message:
      'The table of pages takes the names of pages from the routes, and nothing else of the app.',
  },
  {
    files: /^e2e\//,
    mayImport: /^e2e\//,
    mustNotKnow: WORKSPACES,
    message: 'e2e drives the built app and imports only shared-types.',
  },
];

/** Whoever is not the engine, the tests or the proofs reaches it through its doors, the files that stand directly in it. */
const BEFORE_THE_DOORS = /^pwa\/src\/(?!(sync|test)\/)(?!.*\.test\.tsx?$)/;
const BEHIND_THE_DOORS = /^pwa\/src\/sync\/[^/]+\//;
const DOORS_MESSAGE =
  'Of sync, only the files that stand directly in it are imported from outside; each lists what it offers.';

/**
 * What is wrong with an import, or nothing. `file` is relative to the root of the repository; so is `target`
 * if `isOurs`, otherwise it is a package's name as in the import.
 */
export function brokenArrow(
  file: string,
  { target, isOurs }: { target: string; isOurs: boolean },
): string | undefined {
  if (BEFORE_THE_DOORS.test(file) && BEHIND_THE_DOORS.test(target)) return DOORS_MESSAGE;
  const layer = LAYERS.find(({ files }) => files.test(file));
  if (!layer) return undefined;
  const isFine = isOurs
    ? isOfItsOwn(layer, file, target) || layer.mayImport.test(target)
    : !layer.mustNotKnow?.test(target);
  return isFine ? undefined : layer.message;
}

function isOfItsOwn(layer: Layer, file: string, target: string): boolean {
  const [subtree = file] = layer.files.exec(file) ?? [];
  return !layer.isStrict && target.startsWith(subtree);
}
