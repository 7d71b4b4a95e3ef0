/** What the first view of each page needs besides the entry, by the document it is written to. */
export const FIRST_VIEWS = {
  'auth.html': ['src/routes/auth-page.tsx'],
  'refer.html': ['src/routes/refer-page.tsx'],
  // The dashboard is in the same file as what the shell needs (`chunk-groups.ts`).
  'index.html': ['src/routes/shell/shell.tsx'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The document every page is made of, and the entry of the build manifest. */
export const ENTRY = 'index.html';
