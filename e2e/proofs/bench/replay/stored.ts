import type { BenchWorld } from '../bench-world.ts';

/** Throws unless the server holds so many of the user's referrals. */
export async function requireStored(
  { app }: BenchWorld,
  userId: string,
  wanted: number,
): Promise<void> {
  const [stored] = await app.sql<{ count: number }>(
    'select count(*)::int as count from referrals where user_id = $1',
    [userId],
  );
  if (stored?.count !== wanted) throw new Error(`the server holds ${stored?.count} of ${wanted}`);
}
