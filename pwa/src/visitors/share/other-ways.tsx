import { ButtonLink } from '../../ui/button-link.tsx';
import './other-ways.css';

const WAYS = [
  { name: 'share', icon: 'share', label: 'Share' },
  { name: 'qr', icon: 'qr', label: 'QR code' },
  { name: 'card', icon: 'screen', label: 'Counter card' },
] as const;

const TITLE = 'Other ways to refer';

/** What the plus button offers besides the form: ways that let friends sign up by themselves. */
export function OtherWays() {
  return (
    <nav className="other-ways" aria-label={TITLE}>
      <p>{TITLE}</p>
      {WAYS.map(({ name, icon, label }) => (
        <ButtonLink
          key={name}
          to="."
          search={({ add: _form, ...now }) => ({ ...now, [name]: 1 as const })}
          resetScroll={false}
          variant="quiet"
          icon={icon}
        >
          {label}
        </ButtonLink>
      ))}
    </nav>
  );
}
