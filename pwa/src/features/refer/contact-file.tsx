import { saveFile } from '../../ui/save-file.ts';

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
  ];
  const card = new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/vcard' });
  return (
    <button
      type="button"
      className="button"
      data-variant="quiet"
      onClick={() => saveFile('sunloop.vcf', card)}
    >
      Save our number ({phone})
    </button>
  );
}
