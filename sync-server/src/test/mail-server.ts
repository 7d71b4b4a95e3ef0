import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { Mail } from '../messages/mail/mail-state.ts';

/** A message as the mail server got it. */
export interface Received {
  readonly to: string;
  readonly isEncrypted: boolean;
  /** As whom the sender greeted. */
  readonly greeting: string;
  /** As it came. */
  readonly raw: string;
  /** Decoded as far as the tests look into it. */
  readonly body: string;
}

export interface MailServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** How often somebody tried to sign in. */
  readonly signIns: () => number;
  /** Somebody has connected. */
  readonly connected: Promise<unknown>;
  /** What the server answers instead of taking a message for an address, if anything: such as 550. */
  refusal: (to: string) => number | undefined;
  /** The same for who sends it. */
  senderRefusal: (from: string) => number | undefined;
  /** What a message waits for after it has arrived and before it is taken. */
  hold: Promise<void>;
  close(): Promise<void>;
}

const USER = { name: 'sunloop', password: 'secret' };

/** How a mail server deals with TLS: it offers STARTTLS and demands it, has none at all, or speaks it from the first byte. */
const TLS = {
  starttls: {},
  none: { disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
  first: { secure: true },
};

/** A real SMTP server on a free port, which demands a sign-in. */
export async function startMailServer(tls: keyof typeof TLS = 'starttls'): Promise<MailServer> {
  const received: Received[] = [];
  let signIns = 0;
  const server = new SMTPServer({
    ...TLS[tls],
    authMethods: ['PLAIN'],
    onAuth: ({ username, password }, _session, answer) => {
      signIns += 1;
      const isRight = username === USER.name && password === USER.password;
      if (isRight) answer(null, { user: username });
      else answer(Object.assign(new Error('wrong password'), { responseCode: 535 }));
    },
    onMailFrom: ({ address }, _session, answer) => {
      const responseCode = mailServer.senderRefusal(address);
      if (responseCode === undefined) answer();
      else answer(Object.assign(new Error(`no mail from ${address}`), { responseCode }));
    },
    onRcptTo: ({ address }, _session, answer) => {
      const responseCode = mailServer.refusal(address);
      if (responseCode === undefined) answer();
      else answer(Object.assign(new Error(`not ${address}`), { responseCode }));
    },
    onData: (stream, { envelope, secure, hostNameAppearsAs: greeting }, answer) => {
      const take = async () => {
        const raw = await text(stream);
        for (const { address: to } of envelope.rcptTo)
          received.push({ to, raw, body: decode(raw), isEncrypted: secure, greeting });
        await mailServer.hold;
        answer(null, 'taken');
      };
      take().catch(answer);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: urlOf(port),
    received,
    signIns: () => signIns,
    connected: once(server.server, 'connection'),
    refusal: () => undefined,
    senderRefusal: () => undefined,
    hold: Promise.resolve(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

/** The server's certificate is its own. */
export const urlOf = (port: number, password = USER.password) =>
  `smtp://${USER.name}:${password}@127.0.0.1:${port}?tls.rejectUnauthorized=false`;

/** Mail as a server would be set up with this mail server. */
export const mailTo = (smtpUrl: string | undefined): Mail => ({
  origin: 'https://sun.example',
  keys: ['test key'],
  smtpUrl,
  from: { name: 'Sunloop', address: 'office@sun.example' },
});

/** Quoted-printable, RFC 2045, 6.7. */
function decode(raw: string): string {
  const joined = raw.replaceAll('=\r\n', '');
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

/** The token of the first link in a message to one of the app's pages. */
export function tokenIn(message: Received | undefined): string {
  return /#([\w-]{43})/.exec(message?.body ?? '')?.[1] ?? '';
}
