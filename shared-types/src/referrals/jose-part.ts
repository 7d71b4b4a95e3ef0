/** The JSON of one part of a compact JWS or JWE (RFC 7515, RFC 7516), not verified; undefined if there is none in it. */
export function readJosePart(part: string): unknown {
  try {
    // Only ASCII is in ours; of anything else, other letters would come out, which no schema of ours takes.
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return undefined;
  }
}
