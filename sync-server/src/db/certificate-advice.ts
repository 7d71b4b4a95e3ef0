/** What Node says of a certificate whose issuer it does not know. */
const UNKNOWN_ISSUER =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?))$/;
const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** What to do about the database's certificate, if that is what is wrong; the ORM puts errors into its own. */
export function adviceOnCertificate(error: unknown): string | undefined {
  if (error instanceof AggregateError)
    return error.errors.map(adviceOnCertificate).find((advice) => advice !== undefined);
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (UNKNOWN_ISSUER.test(code))
    return (
      `The certificate of the database is of an issuer that is not known here (${code}): add sslrootcert=/path/ca.pem to ` +
      'DATABASE_URL, or set NODE_EXTRA_CA_CERTS (docs/run/deploying.md, Your own PostgreSQL)'
    );
  if (code === OTHER_NAME)
    return `The certificate of the database is for another host than DATABASE_URL names: ${error.message}`;
  return adviceOnCertificate(error.cause);
}
