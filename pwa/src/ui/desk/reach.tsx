import { mailTo } from '../../lib/mail-address.ts';
import type { ReactNode } from 'react';
import { ButtonAnchor } from '../button-link.tsx';

type Props = {
  name: string;
  email: string;
  phone: string | null;
  /** The phone as it is dialed; undefined without a number. */
  dial: string | undefined;
  /** Calling is what one is here for. */
  isMain?: boolean;
  /** Further ways. */
  children?: ReactNode;
};

/** Ways to reach a person; none of somebody forgotten, who has no email. */
export function Reach({ name, email, phone, dial, isMain, children }: Props) {
  if (email === '') return null;
  return (
    <div className="row">
      {dial === undefined ? (
        <span>{phone ?? 'No phone'}</span>
      ) : (
        <ButtonAnchor
          href={`tel:${dial}`}
          icon="phone"
          aria-label={`Call ${name}`}
          {...(isMain && { variant: 'sun' })}
        >
          {phone}
        </ButtonAnchor>
      )}
      <ButtonAnchor
        href={mailTo(email)}
        variant="quiet"
        icon="mail"
        aria-label={`Write to ${name}`}
      >
        {email}
      </ButtonAnchor>
      {children}
    </div>
  );
}
