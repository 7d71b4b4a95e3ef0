/** Pages whose text the operator writes in a setting, by title. */
export const TEXT_PAGES = ['Privacy', 'Terms', 'Accessibility'] as const;

export type TextPage = (typeof TEXT_PAGES)[number];

/** `/privacy` */
export const textPagePath = (title: string) => `/${title.toLowerCase()}`;

/** `pages.privacy` */
export const textPageKey = (title: string) => `pages.${title.toLowerCase()}`;

/** Whether a setting with this key is the text of a page. */
export const isTextPageKey = (key: string) => key.startsWith('pages.');
