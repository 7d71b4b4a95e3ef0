/**
 * The passwords of six or more characters that are most frequent in lists of stolen ones, and some about us. A file beside
 * the code: only who chooses a password fetches it.
 */
const LIST = new URL('./common-passwords.txt', import.meta.url);
let common: Promise<readonly string[]> | undefined;

async function fetchCommon(): Promise<readonly string[]> {
  const response = await fetch(LIST);
  if (!response.ok) throw new Error(`${LIST.pathname}: ${response.status}`);
  return (await response.text()).split(/\s+/).filter(Boolean);
}

/** Whether people choose it so often that attackers try it first; ignores case. Rejects if the list cannot be fetched. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= fetchCommon().catch((error: unknown) => {
    common = undefined;
    throw error;
  });
  return (await common).includes(password.toLowerCase());
}
