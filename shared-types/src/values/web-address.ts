/** Parts of a web or email address, in full-width characters too. */
const LIKE_AN_ADDRESS = /[@:/\\]|[\p{L}\p{N}\p{M}][.\u3002](?:\p{L}[\p{L}\p{N}\p{M}-]|\p{N})/u;

/** Whether a name could be read as a link to somewhere else, which must not stand in the site's own words. */
export function hasWebAddress(name: string): boolean {
  return LIKE_AN_ADDRESS.test(name.normalize('NFKC'));
}
