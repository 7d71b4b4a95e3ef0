import { TEXT_PAGES, textPagePath } from '@sunloop/shared-types';

/** The ways to what the operator says of privacy, terms and accessibility; the server draws these pages. */
export function LegalLinks() {
  return (
    <p className="muted legal-links">
      {TEXT_PAGES.map((title) => (
        <a key={title} href={textPagePath(title)}>
          {title}
        </a>
      ))}
    </p>
  );
}
