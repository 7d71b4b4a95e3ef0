import { WINGS } from './wings.ts';

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
const NO_DATA = /^(dexie.*|@sunloop\/(?!engine\/lib\/).*)(\/|$)/;
const UI_MESSAGE =
  'ui imports only lib; of its rooms, desk builds on layers, layers on forms, forms on the rest.';
const WORKSPACES = /^@sunloop\/(pwa|sync-server|e2e)/;
/** Only the engine knows Dexie: others read by its functions and by the hooks of `stored`. */
const OUTSIDE_THE_ENGINE = /^(dexie.*|@sunloop\/(pwa|sync-server|e2e))/;
const BELOW_THE_APP = new RegExp(`${UI_LIBRARIES.source}|${WORKSPACES.source}`);
const LIB_MESSAGE = 'lib holds pure helpers that import nothing of ours.';

/** A pattern of paths in which `WING` stands for any wing (docs/folders.md). */
const within = (pattern: string) =>
  new RegExp(pattern.replaceAll('WING', `(?:${WINGS.join('|')})`));

/** STYLE.md, "Who may import whom"; the first layer that matches a file applies to it. */
const LAYERS: readonly Layer[] = [
  {
    files: /^shared-types\/src\//,
    mayImport: /^shared-types\/src\//,
    mustNotKnow: /^(?!valibot$|libphonenumber-js\/min$|vitest$|fast-check$|node:)/,
    message: 'shared-types imports only valibot, for phones libphonenumber-js, and itself.',
  },
  {
    files: within('^sync-server/src/WING/(.*/)?entities\\.ts$'),
    mayImport: within('^sync-server/src/WING/(.*/)?entities\\.ts$'),
    mustNotKnow: /^(koa|@koa\/.*|@sunloop\/(?!shared-types))/,
    isStrict: true,
    message: 'Entities import only entities.',
  },
  {
    files: within('^sync-server/src/WING/(?!(?:.*/)?routes\\.ts$|.*\\.test\\.ts$)'),
    mayImport: within(
      '^sync-server/src/(WING/(?!(.*/)?routes\\.ts$)|http/(errors|context|parse|bounds/request-queue|session/session-read)\\.ts|db/query/)',
    ),
    mustNotKnow: /^(koa|@koa\/.*|@sunloop\/(?!shared-types))/,
    isStrict: true,
    message: 'Services import entities, services and http/errors: no routes, no app, no Koa.',
  },
  {
    files: within('^sync-server/src/WING/(.*/)?routes\\.ts$'),
    mayImport: within('^sync-server/src/(WING|http|db)/'),
    mustNotKnow: WORKSPACES,
    message: 'Routes import wings, http and db: neither the app nor what operates it.',
  },
  {
    files: /^sync-server\/src\/http\/(?!.*\.test\.ts$)/,
    mayImport: /^sync-server\/src\/(http|db)\//,
    mustNotKnow: WORKSPACES,
    message: 'http imports db: no wing.',
  },
  {
    files: /^sync-server\/src\/db\/migrations\/(?!.*\.test\.ts$)/,
    mayImport: /^sync-server\/src\/db\/migrations\//,
    mustNotKnow: /^(?!@mikro-orm\/migrations$|node:)/,
    message: 'A migration imports only the migrator: what changes later must not change it.',
  },
  {
    files: /^sync-server\/src\/db\/(?!.*\.test\.ts$)/,
    mayImport: /^sync-server\/src\/db\//,
    mustNotKnow: /^(koa|@koa\/.*|@sunloop\/(?!shared-types))/,
    message: 'db imports nothing above it: no wing, no HTTP, nothing that operates the server.',
  },
  {
    files: /^sync-server\/operate\/install\/(?!.*\.test\.ts$)/,
    mayImport: within('^sync-server/(operate/install|src/(WING|db))/'),
    mustNotKnow: /^(koa|@koa\/.*|@sunloop\/(?!shared-types))/,
    message: 'What fills a database imports wings and db: no HTTP.',
  },
  {
    files: /^sync-server\/(src\/(main\.ts|test\/|.*\.test\.ts)|operate\/)/,
    mayImport: /^sync-server\//,
    mustNotKnow: WORKSPACES,
    message: 'Server and app never import each other.',
  },
  {
    files: /^sync-server\/src\//,
    mayImport: /^sync-server\/src\//,
    mustNotKnow: WORKSPACES,
    message: 'The server knows nothing of what operates it; only main.ts does.',
  },
  {
    files: /^pwa\/engine\/src\/lib\//,
    mayImport: /^pwa\/engine\/src\/(lib|test)\//,
    mustNotKnow: /^(react|react-dom|react-aria.*|zustand|dexie.*|@tanstack\/.*|@sunloop\/.*)(\/|$)/,
    message: LIB_MESSAGE,
  },
  {
    files: /^pwa\/engine\/src\/(data|api)\//,
    mayImport: /^pwa\/engine\/src\/(lib|test)\//,
    mustNotKnow: BELOW_THE_APP,
    message: 'data and api import only lib, and neither React nor the document.',
  },
  {
    files: /^pwa\/engine\/src\/sync\//,
    mayImport: /^pwa\/engine\/src\/(data|api|lib|test)\//,
    mustNotKnow: BELOW_THE_APP,
    message: 'sync imports only data, api and lib, and neither React nor the document.',
  },
  {
    files: /^pwa\/engine\/proof\/model\//,
    mayImport: /^pwa\/engine\/src\//,
    mustNotKnow: BELOW_THE_APP,
    message: 'The model imports what it runs, and no other proof.',
  },
  {
    files: /^pwa\/engine\//,
    mayImport: /^pwa\/engine\//,
    mustNotKnow: BELOW_THE_APP,
    message: 'The engine imports nothing of the app.',
  },
  {
    files: /^pwa\/src\/lib\//,
    mayImport: /^pwa\/src\/(lib|test)\//,
    mustNotKnow:
      /^(react|react-dom|react-aria.*|zustand|dexie.*|@tanstack\/.*|@sunloop\/(?!engine\/(lib|test)\/).*)(\/|$)/,
    message: LIB_MESSAGE,
  },
  {
    files: /^pwa\/src\/stored\//,
    mayImport: /^pwa\/src\/(lib|test)\//,
    mustNotKnow: /^(dexie(?!-react-hooks$).*|@sunloop\/(pwa|sync-server|e2e))/,
    message: 'stored imports only the engine, the hooks of Dexie and lib.',
  },
  {
    files: /^pwa\/src\/sw(\.ts$|\/)/,
    mayImport: /^pwa\/src\/(sw|lib|test)\//,
    mustNotKnow: UI_LIBRARIES,
    message: 'The worker imports only the engine and lib.',
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
    files: /^pwa\/src\/desk\/pages\//,
    mayImport: within('^pwa/src/(desk|WING|routes|stored|ui|lib|test)/'),
    mustNotKnow: OUTSIDE_THE_ENGINE,
    message: 'A page of the desk imports wings, pages, stored, ui, lib and the engine.',
  },
  {
    files: within('^pwa/src/desk/WING/'),
    mayImport: /^pwa\/src\/(stored|ui|lib|test)\//,
    mustNotKnow: OUTSIDE_THE_ENGINE,
    message:
      'A wing of the desk imports stored, ui, lib and the engine, no other wing: the page puts them together.',
  },
  {
    files: /^pwa\/src\/referrals\/people\/(?!.*\.test\.ts$)/,
    mayImport: /^pwa\/src\/lib\//,
    mustNotKnow:
      /^(react|react-dom|react-aria.*|zustand|dexie.*|@tanstack\/.*|@sunloop\/engine\/(?!lib\/|data\/file-person).*|@sunloop\/(pwa|sync-server|e2e))(\/|$)/,
    message: 'people reads people by itself: it knows neither React, the document nor Dexie.',
  },
  {
    files: /^pwa\/src\/referrals\/upload\/(?!.*\.test\.tsx?$)/,
    mayImport: /^pwa\/src\/(referrals\/((?!people\/)|people\/[^/]+$)|stored\/|ui\/|lib\/|test\/)/,
    isStrict: true,
    mustNotKnow: OUTSIDE_THE_ENGINE,
    message: 'The upload uses people by the files that stand directly in it.',
  },
  {
    files: within('^pwa/src/WING/'),
    mayImport: /^pwa\/src\/(stored|ui|lib|test)\//,
    mustNotKnow: OUTSIDE_THE_ENGINE,
    message:
      'A wing imports stored, ui, lib and the engine, no other wing: the route puts them together.',
  },
  {
    files: /^pwa\/src\/routes\//,
    mayImport: within('^pwa/src/(WING|desk/pages|stored|ui|lib|test)/'),
    mustNotKnow: OUTSIDE_THE_ENGINE,
    message:
      'A page imports wings, stored, ui, lib and the engine, and of the desk only its pages.',
  },
  {
    files: /^pwa\/src\//,
    mayImport: /^pwa\/src\//,
    mustNotKnow: OUTSIDE_THE_ENGINE,
    message: 'The app never imports its build or the server.',
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
    mayImport: /^(e2e|pwa\/src\/(routes|desk\/pages))\//,
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

/**
 * What is wrong with an import, or nothing. `file` is relative to the root of the repository; so is `target`
 * if `isOurs`, otherwise it is a package's name as in the import.
 */
export function brokenArrow(
  file: string,
  { target, isOurs }: { target: string; isOurs: boolean },
): string | undefined {
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

/** What a file outside of the engine may know of a database. */
const KNOWN_OF_A_DATABASE: readonly string[] = ['userId', 'name'];

/** What is wrong with `db.outbox` in a file, or nothing: only the engine and tests know the tables of a database. */
export function namedTable(file: string, object: string, property: string): string | undefined {
  if (!/^pwa\/src\/(?!test\/)(?!.*\.test\.tsx?$)/.test(file)) return undefined;
  if (!/^(db|deviceDb)$/.test(object) || KNOWN_OF_A_DATABASE.includes(property)) return undefined;
  return 'Only the engine knows the tables of a database: read by one of its functions.';
}
