/**
 * The ways to what the operator says of privacy, terms and accessibility, pages that the server draws, and to the licenses
 * of what the app is built with: plain text, and so in a window of its own, from which an installed app finds back.
 */
export function LegalLinks() {
  return (
    <p className="muted legal-links">
      <a href="/privacy">Privacy</a>
      <a href="/terms">Terms</a>
      <a href="/accessibility">Accessibility</a>
      <a href="/licenses.txt" target="_blank" rel="noreferrer">
        Licenses
      </a>
    </p>
  );
}
