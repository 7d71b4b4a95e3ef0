import { randomUUID } from 'node:crypto';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import { expect } from 'playwright/test';
import type { AppProcess } from '../../fixtures/app-process.ts';
import { type Person, sessionCookies } from '../../fixtures/people.ts';

/** Signs the person in on a device that holds nothing yet; returns how to add a friend there. */
export async function signInElsewhere(
  app: AppProcess,
  person: Person,
): Promise<() => Promise<void>> {
  const cookies = await sessionCookies(app, person);
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return async () => {
    const id = randomUUID();
    const referrals = [{ id, name: 'First Afterwards', email: `${id}@example.com` }];
    const answer = await fetch(app.origin + customerRoutes.pushReferrals.path, {
      method: 'POST',
      headers: { Cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ referrals }),
    });
    expect(answer.status).toBe(200);
  };
}
