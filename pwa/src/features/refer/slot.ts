/** Where the server puts a text of this name (its `features/landing/page.ts`). */
export const slot = (name: string) => `{{${name}}}`;
