/** The part of Web Locks that tabs use to tell each other about half-typed forms. */
export class FakeLocks implements Pick<LockManager, 'query'> {
  readonly #held = new Set<string>();

  hold(name: string): void {
    this.#held.add(name);
  }
  drop(name: string): void {
    this.#held.delete(name);
  }
  names(): string[] {
    return [...this.#held];
  }

  async request(name: string, run: () => Promise<void>): Promise<void> {
    this.hold(name);
    const work = run();
    void work.then(() => this.drop(name));
    return work;
  }
  query: LockManager['query'] = async () => ({
    held: this.names().map((name) => ({ name, mode: 'exclusive', clientId: name })),
    pending: [],
  });
}
