import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import './other-ways.css';

const WAYS = [
  { name: 'share', icon: 'share', label: 'Share' },
  { name: 'qr', icon: 'qr', label: 'QR code' },
  { name: 'card', icon: 'screen', label: 'Card to scan' },
] as const;

const TITLE = 'Other ways to refer';

type Props = { hasLink: boolean; children: ReactNode };

/** What the plus button offers below the form: `children`, and ways that let friends sign up by themselves. */
export function OtherWays({ hasLink, children }: Props) {
  return (
    <nav className="other-ways" aria-label={TITLE}>
      {children}
      {(hasLink ? WAYS : []).map(({ name, icon, label }) => (
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
