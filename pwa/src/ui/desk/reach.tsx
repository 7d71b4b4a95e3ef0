import { mailTo } from '../../lib/mail-address.ts';
import type { ReactNode } from 'react';
import { ButtonAnchor } from '../button-link.tsx';

type CallProps = {
  name: string;
  phone: string | null;
  /** The phone as it is dialed; undefined without a number. */
  dial: string | undefined;
  /** Calling is what one is here for. */
  isMain?: boolean;
};
type Props = CallProps & {
  email: string;
  /** Further ways. */
  children?: ReactNode;
};

/** Calls a person, or shows a number that nobody can dial. */
export function CallLink({ name, phone, dial, isMain }: CallProps) {
  if (dial === undefined) return <span>{phone ?? 'No phone'}</span>;
  return (
    <ButtonAnchor
      href={`tel:${dial}`}
      icon="phone"
      aria-label={`Call ${name}`}
      {...(isMain && { variant: 'sun' })}
    >
      {phone}
    </ButtonAnchor>
  );
}

/** Ways to reach a person; none of somebody forgotten, who has no email. */
export function Reach({ email, children, ...person }: Props) {
  if (email === '') return null;
  return (
    <div className="row">
      <CallLink {...person} />
      <ButtonAnchor
        href={mailTo(email)}
        variant="quiet"
        icon="mail"
        aria-label={`Write to ${person.name}`}
      >
        {email}
      </ButtonAnchor>
      {children}
    </div>
  );
}
