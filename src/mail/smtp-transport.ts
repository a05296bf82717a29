import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { failed, type Transport, type Outcome } from './transport.ts';
import type { Message } from './message.ts';
import type { SmtpTarget } from './smtp-url.ts';

// A server that says nothing for so long before a mail begins is as good as down: it must not hold up the others.
const usual: SmtpPatience = { before: 20_000, data: 600_000 };

/**
 * Hands messages to a mail server. Connections are kept for the next message while there are more to send, since
 * servers mind a hundred sign-ins more than a hundred mails.
 */
export function createSmtpTransport(target: SmtpTarget, patience = usual): Transport {
  const resting: SmtpSession[] = [];

  async function deliver(
    message: Message,
    begin: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const session = resting.pop();
    if (session) {
      const sent = await send(session, message, begin, signal);
      if (sent !== 'hungUp') return sent;
    }
    let fresh: SmtpSession;
    try {
      fresh = await openSmtpSession(target, patience, signal);
    } catch (error) {
      if (signal.aborted) return { outcome: 'withdrawn' };
      return failed(toErrorText(error), { unreachable: true });
    }
    const sent = await send(fresh, message, begin, signal);
    return sent === 'hungUp'
      ? failed('The mail server closed the connection', { unreachable: true })
      : sent;
  }

  /** `hungUp`: a connection that had rested was closed by then, and nothing of the message went out. */
  async function send(
    session: SmtpSession,
    message: Message,
    begin: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<Outcome | 'hungUp'> {
    const { connection } = session;
    const text = new OutgoingText(message.raw, begin);
    const error = await new Promise<unknown>((resolve) => {
      const stop = (why: string) => () => {
        resolve(new Error(why));
        connection.close();
      };
      const withdraw = (): void => {
        if (!text.hasBegun) stop('withdrawn')();
      };
      const giveUp = stop('The mail server took too long to answer');
      let timer = setTimeout(giveUp, patience.before);
      text.onBegin = () => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, patience.data);
      };
      signal.addEventListener('abort', withdraw, { once: true });
      connection.send({ from: message.from, to: [message.to] }, text, (sendError) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', withdraw);
        resolve(sendError);
      });
      if (signal.aborted) withdraw();
    });

    if (!error || isAnswer(error)) {
      // After an answer to the text the next mail may begin; what a refused envelope leaves open is not worth asking.
      if (error && !text.hasEnded) connection.close();
      else resting.push({ connection, isUsed: true });
      return error
        ? failed(toErrorText(error), { permanent: isPermanent(error) })
        : { outcome: 'sent' };
    }
    connection.close();
    if (text.wasRefused || (signal.aborted && !text.hasBegun)) return { outcome: 'withdrawn' };
    if (text.hasEnded) return { outcome: 'doubtful', error: toErrorText(error) };
    if (session.isUsed && !text.hasBegun) return 'hungUp';
    return failed(toErrorText(error), { unreachable: true });
  }

  return {
    deliver,
    rest: () => {
      for (const { connection } of resting.splice(0)) connection.quit();
    },
  };
}

/**
 * The text of a message, which knows how far it has gone: asked for nothing, a failure is certain;
 * given whole, only an answer tells whether it was taken.
 */
class OutgoingText extends Readable {
  hasBegun = false;
  hasEnded = false;
  wasRefused = false;
  onBegin: () => void = () => undefined;
  readonly #raw: Buffer;
  readonly #begin: () => Promise<boolean>;

  constructor(raw: Buffer, begin: () => Promise<boolean>) {
    super();
    this.#raw = raw;
    this.#begin = begin;
  }

  override async _read(): Promise<void> {
    if (this.hasBegun) return;
    this.hasBegun = true;
    try {
      this.wasRefused = !(await this.#begin());
    } catch (error) {
      this.destroy(error as Error);
      return;
    }
    if (this.wasRefused) {
      this.destroy(new Error('withdrawn'));
      return;
    }
    this.onBegin();
    this.push(this.#raw);
    this.hasEnded = true;
    this.push(null);
  }
}

/** Milliseconds one waits for the other side; RFC 5321, 4.5.3.2 asks for patience, above all at the end. */
type SmtpPatience = {
  /** From connecting to the moment the text may begin. */
  before: number;
  /** From there to the answer to the whole. Whoever hangs up earlier gets everything twice. */
  data: number;
};

/** A connection over which messages may go, one after the other. */
type SmtpSession = {
  connection: SMTPConnection;
  /** Has carried a message before: the other side may have hung up meanwhile. */
  isUsed: boolean;
};

type MailError = Error & { responseCode?: number; response?: string; command?: string };

/** Connects, and signs in where the address says so. */
async function openSmtpSession(
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
function toErrorText(error: unknown): string {
  const { message, response } = error as MailError;
  return response && !message.includes(response) ? `${message}: ${response}` : message;
}

/** 5xx to the message itself. When a sign-in or greeting is refused, the installation must change instead. */
function isPermanent(error: unknown): boolean {
  return isAnswer(error) && (error as MailError).responseCode! >= 500;
}

/** The server answered about the message, and keeps the connection open. */
function isAnswer(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as MailError;
  const isOfMessage = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);
  return responseCode >= 400 && responseCode !== 421 && isOfMessage;
}
