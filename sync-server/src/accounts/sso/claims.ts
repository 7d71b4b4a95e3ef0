/** What an identity provider says of somebody. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * The claim of this name or, where none has it, what it leads to as a path: `realm_access.roles`. Names may have dots of
 * their own.
 */
export function claimAt(claims: unknown, name: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  const own = new Map(Object.entries(claims));
  if (own.has(name)) return own.get(name);
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const found = claimAt(own.get(name.slice(0, dot)), name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Whether the provider has verified the address beside this claim. Amazon Cognito says so in text, Microsoft Entra not at all:
 * `byDefault` is what the operator says of a provider that is silent.
 */
export function isVerified({ email_verified: told }: Claims, byDefault = false): boolean {
  const said = told ?? byDefault;
  return said === true || said === 'true';
}
