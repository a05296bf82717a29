import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpTarget } from './smtp-url.ts';

/** Milliseconds one waits for the other side; RFC 5321, 4.5.3.2 asks for patience, above all at the end. */
export type SmtpPatience = {
  /** From connecting to the moment the text may begin. */
  before: number;
  /** From there to the answer to the whole. Whoever hangs up earlier gets everything twice. */
  data: number;
};

/** A connection over which messages may go, one after the other. */
export type SmtpSession = {
  connection: SMTPConnection;
  /** Has carried a message before: the other side may have hung up meanwhile. */
  isUsed: boolean;
};

type MailError = Error & { responseCode?: number; response?: string; command?: string };

/** Connects, and signs in where the address says so. */
export async function openSmtpSession(
  target: SmtpTarget,
  patience: SmtpPatience,
  signal: AbortSignal,
): Promise<SmtpSession> {
  const { host, port, secure, requireTls, verify, auth } = target;
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    host,
    port,
    secure,
    requireTLS: requireTls,
    opportunisticTLS: !requireTls,
    tls: { rejectUnauthorized: verify, minVersion: 'TLSv1.2' },
    connectionTimeout: patience.before,
    greetingTimeout: patience.before,
    socketTimeout: patience.data,
  });
  return new Promise((resolve, reject) => {
    const give = (error?: Error | null): void => {
      signal.removeEventListener('abort', stop);
      clearTimeout(timer);
      if (!error) return resolve({ connection, isUsed: false });
      connection.close();
      reject(error);
    };
    const stop = (): void => give(new Error('The mail server took too long to start the session'));
    const timer = setTimeout(stop, patience.before);
    signal.addEventListener('abort', stop, { once: true });
    // Also when nothing is under way: a connection that breaks while it rests is no reason to end the process.
    connection.on('error', give);
    connection.connect((error) => {
      if (error || !auth) give(error);
      else connection.login(auth, give);
    });
  });
}

/** What went wrong, in the words of whoever is to mend it. */
export function toErrorText(error: unknown): string {
  const { message, response } = error as MailError;
  return response && !message.includes(response) ? `${message}: ${response}` : message;
}

/** 5xx to the message itself; of a refused sign-in or greeting it is the installation that is to be mended. */
export function isPermanent(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as MailError;
  return responseCode >= 500 && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);
}

/** The server spoke about the message, and goes on speaking with us. */
export function isAnswer(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as MailError;
  return (
    responseCode >= 400 &&
    responseCode !== 421 &&
    ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command)
  );
}
