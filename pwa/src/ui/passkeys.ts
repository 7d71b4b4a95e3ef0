/** Whether this browser makes and uses passkeys in the JSON form of https://www.w3.org/TR/webauthn-3/. */
export const hasPasskeys = () =>
  typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

/** A new passkey for these options; undefined if the person closed the question or has one on this device. */
export const makePasskey = (options: object) =>
  unlessClosed(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );

/** What a passkey says to these options; undefined if the person closed the question or `how.signal` did. */
export const givePasskey = (options: object, how: CredentialRequestOptions) =>
  unlessClosed(() =>
    navigator.credentials.get({
      ...how,
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  );

async function unlessClosed(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await ask()) as PublicKeyCredential).toJSON();
  } catch (error) {
    // Browsers name only these apart, so as not to tell which passkeys there are.
    const isClosed = error instanceof DOMException && /^(NotAll|Abo|InvalidS)/.test(error.name);
    if (isClosed) return undefined;
    throw error;
  }
}
