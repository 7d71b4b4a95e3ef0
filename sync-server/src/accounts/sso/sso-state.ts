import type { SqlEntityManager } from '@mikro-orm/postgresql';
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
