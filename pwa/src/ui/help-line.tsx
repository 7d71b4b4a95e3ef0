import { telUrl } from '../lib/tel-url.ts';

type Props = { lead: string; phone?: string | undefined; email?: string | undefined };

/** Whom to call and where to write, as the settings say; nothing where that is not known. */
export function HelpLine({ lead, phone, email }: Props) {
  if (!phone && !email) return null;
  return (
    <>
      {lead}
      {phone && (
        <>
          {' '}
          Call <a href={telUrl(phone)}>{phone}</a>.
        </>
      )}
      {email && (
        <>
          {' '}
          Write to <a href={`mailto:${email}`}>{email}</a>.
        </>
      )}
    </>
  );
}
