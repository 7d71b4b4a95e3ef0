import './logo.css';

/** The logo: a loop that returns to the sun it started from. */
function LogoMark() {
  return (
    <svg className="logo-mark" viewBox="0 0 48 48" aria-hidden="true">
      <path className="logo-loop" d="M25.500 8A17 17 0 1 0 41 21.500" />
      <circle className="logo-sun" cx="36" cy="12" r="7" />
    </svg>
  );
}

/** Logo and name. */
export function Logo() {
  return (
    <span className="logo">
      <LogoMark />
      <span className="logo-name">Sunloop</span>
    </span>
  );
}
