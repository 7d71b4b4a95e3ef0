import type { Mail } from '../features/mail/mail-state.ts';
/** A message as the mail server got it. */
export interface Received {
    readonly to: string;
    readonly isEncrypted: boolean;
    /** As it came. */
    readonly raw: string;
    /** Decoded as far as the tests look into it. */
    readonly body: string;
}
export interface MailServer {
    readonly url: string;
    readonly received: readonly Received[];
    /** What the server answers instead of taking a message for an address, if anything: such as 550. */
    refusal: (to: string) => number | undefined;
    /** What a message waits for after it has arrived and before it is taken. */
    hold: Promise<void>;
    close(): Promise<void>;
}
/** A real SMTP server on a free port, which demands STARTTLS and a sign-in. */
export declare function startMailServer(): Promise<MailServer>;
/** The server's certificate is its own. */
export declare const urlOf: (port: number, password?: string) => string;
/** Mail as a server would be set up with this mail server. */
export declare const mailTo: (smtpUrl: string | undefined) => Mail;
/** The token of the first link in a message to one of the app's pages. */
export declare function tokenIn(message: Received | undefined): string;
