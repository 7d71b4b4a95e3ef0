/**
 * The only policy that the security policy's `trusted-types` names: what runs as a script is a file of our own origin. All
 * other text that would become a page's code is refused by the browser. Undefined in browsers without Trusted Types.
 */
const policy = window.trustedTypes?.createPolicy('sunloop', {
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin !== location.origin) throw new Error('Not our script');
    return url;
  },
});

/** The address of a worker's script, as `Worker` and the registration of the service worker insist on it. */
export function ownScript(url: string): string {
  // The DOM's types do not know yet that these take more than text.
  return (policy?.createScriptURL(url) ?? url) as string;
}
