let hasAsked = false;

/** Once per page: whose rows are kept here changes only with a sign-out, and the next start asks again. */
export async function forgetOthersOnce(): Promise<void> {
  if (hasAsked) return;
  hasAsked = true;
  await (await import('../session/forget-others.ts')).forgetOthers();
}
