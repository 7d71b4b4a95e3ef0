/** Where the server puts a text of this name (its `visitors/landing/page.ts`). */
export const slot = (name: string) => `{{${name}}}`;
