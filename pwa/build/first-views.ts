/** What the first view of each page needs besides the entry, by the document it is written to. */
export const FIRST_VIEWS = {
  'auth.html': ['src/routes/auth-page.tsx'],
  'refer.html': ['src/routes/refer-page.tsx'],
  'index.html': ['src/routes/shell/shell.tsx', 'src/routes/dashboard-page.tsx'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The document every page is made of, and the entry of the build manifest. */
export const ENTRY = 'index.html';
