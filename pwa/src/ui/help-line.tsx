import { telUrl } from '../lib/tel-url.ts';

type Props = { lead: string; phone?: string | undefined; email?: string | undefined };

/** Phone and email for help, from the settings; nothing if they are unknown. */
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
