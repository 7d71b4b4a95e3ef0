import type { SqlEntityManager } from '@mikro-orm/postgresql';

/** What second factors need of the process. */
export interface FactorSetup {
  /** Seal the secrets of codes, newest first; all processes share them. */
  readonly keys: readonly string[];
  /** Where people sign in; taken from the request if absent. */
  readonly publicOrigin?: string | undefined;
}

const setups = new WeakMap<object, FactorSetup>();

/** Sets for all EntityManagers of a database what second factors need. */
export function setUpFactors(em: SqlEntityManager, setup: FactorSetup): void {
  setups.set(em.config, setup);
}

/** What was set; throws if nothing was, because nothing could be read then. */
export function factorSetupOf(em: SqlEntityManager): FactorSetup {
  const setup = setups.get(em.config);
  if (!setup) throw new Error('second factors are not set up');
  return setup;
}
