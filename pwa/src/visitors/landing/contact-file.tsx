type Props = { phone: string; dial?: string | undefined; email?: string | undefined };

/** Our number for the visitor's contacts, so that the phone says who calls. */
export function ContactFile({ phone, dial, email }: Props) {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'FN:Sunloop',
    'ORG:Sunloop',
    `TEL;TYPE=WORK:${dial ?? phone}`,
    ...(email ? [`EMAIL;TYPE=WORK:${email}`] : []),
    'END:VCARD',
    '',
  ];
  const card = `data:text/vcard;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`;
  return (
    <a className="button" data-variant="quiet" href={card} download="sunloop.vcf">
      Save our number ({phone})
    </a>
  );
}
