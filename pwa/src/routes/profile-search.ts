const SECTIONS = ['you', 'messages', 'security', 'device', 'data'] as const;
/** A section of the profile, as links name it. */
export type ProfileSectionName = (typeof SECTIONS)[number];

/** The search parameters of /profile, besides the shell's dialog. */
export type ProfileSearch = {
  /** The section that a link points into, or that was opened last. */
  section?: ProfileSectionName | undefined;
};

/** Reads the URL of /profile and drops what is unknown. */
export function parseProfileSearch(search: Record<string, unknown>): ProfileSearch {
  const section = SECTIONS.find((name) => name === search['section']);
  return section ? { section } : {};
}
