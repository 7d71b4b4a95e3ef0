import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { SsoRefusals } from '@sunloop/shared-types/accounts/sso-refusals.ts';
import type { Provider } from './provider.ts';

export interface SsoSetup {
  /** Absent: nobody signs in by an identity provider. */
  readonly provider?: Provider | undefined;
  /** What is wrong with the settings, for the operator. */
  readonly fault?: string | undefined;
}

const setups = new WeakMap<object, SsoSetup>();

/** Sets for all EntityManagers of a database by whom people sign in; without it there is no single sign-on. */
export function setUpSso(em: SqlEntityManager, setup: SsoSetup): void {
  setups.set(em.config, setup);
}

/** The identity provider, if there is one. */
export function providerOf(em: SqlEntityManager): Provider | undefined {
  return setups.get(em.config)?.provider;
}

/** What is wrong with the settings or, when it was last looked up, with the provider. */
export function ssoFaultOf(em: SqlEntityManager): string | undefined {
  const { provider, fault } = setups.get(em.config) ?? {};
  return fault ?? provider?.fault();
}

/** How many sign-ins of the last 30 days were turned away, by the reason, most first. */
export function findSsoRefusals(em: SqlEntityManager): Promise<SsoRefusals> {
  return em.execute<SsoRefusals>(
    `select fault, sum(count)::int as count from sso_refusals where last_at > now() - interval '30 days'
     group by fault order by 2 desc, 1`,
  );
}
