/** The ways to what the operator says of privacy, terms and accessibility; the server draws these pages. */
export function LegalLinks() {
  return (
    <p className="muted legal-links">
      <a href="/privacy">Privacy</a>
      <a href="/terms">Terms</a>
      <a href="/accessibility">Accessibility</a>
    </p>
  );
}
