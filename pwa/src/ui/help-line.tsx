type Props = {
  lead: string;
  phone?: string | undefined;
  /** What is dialed; an older server does not say it. */
  dial?: string | undefined;
  email?: string | undefined;
};

/** Phone and email for help, from the settings; nothing if they are unknown. */
export function HelpLine({ lead, phone, dial, email }: Props) {
  if (!phone && !email) return null;
  return (
    <>
      {lead}
      {phone && (
        <>
          {' '}
          Call <a href={dial && `tel:${dial}`}>{phone}</a>.
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
