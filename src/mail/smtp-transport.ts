import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { failed, type Transport, type Outcome } from './transport.ts';
import type { Message } from './message.ts';
import type { SmtpTarget } from './smtp-url.ts';

// A server that is silent for so long before a mail counts as down, so that it does not hold up other mails.
const usual: SmtpPatience = { before: 20_000, data: 600_000 };

/**
 * Hands messages to a mail server. Connections stay open while there are more messages to send, because
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

  /** `hungUp`: a resting connection was closed in the meantime, and nothing of the message went out. */
  async function send(
    session: SmtpSession,
    message: Message,
    begin: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<Outcome | 'hungUp'> {
    const { connection } = session;
    const text = new OutgoingText(message.raw, begin);
    const error = await transmit(connection, text, { message, patience, signal });
    if (!error || isAnswer(error)) {
      // After an answer to the text the next mail may begin. After a refused envelope it is simpler to reconnect.
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

type Transmission = { message: Message; patience: SmtpPatience; signal: AbortSignal };

/** Sends a message and waits for the answer; resolves to the error, if there is one. */
function transmit(
  connection: SMTPConnection,
  text: OutgoingText,
  { message, patience, signal }: Transmission,
): Promise<unknown> {
  return new Promise((resolve) => {
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
}

/**
 * The text of a message, which knows how much was read. If nothing was read, a failure is certain; if all
 * was read, only an answer tells whether the server took it.
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

/** How long to wait for the server, in milliseconds; RFC 5321, 4.5.3.2 asks for patience, mostly at the end. */
type SmtpPatience = {
  /** From connecting until the text can begin. */
  before: number;
  /** From there until the answer to the whole text. A client that gives up earlier sends everything twice. */
  data: number;
};

/** A connection that sends messages one after the other. */
type SmtpSession = {
  connection: SMTPConnection;
  /** It has sent a message before, so the server may have closed it in the meantime. */
  isUsed: boolean;
};

type MailError = Error & { responseCode?: number; response?: string; command?: string };

/** Connects, and signs in if the target has credentials. */
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
    const settle = (error?: Error | null): void => {
      signal.removeEventListener('abort', stop);
      clearTimeout(timer);
      if (!error) return resolve({ connection, isUsed: false });
      connection.close();
      reject(error);
    };
    const stop = (): void =>
      settle(new Error('The mail server took too long to start the session'));
    const timer = setTimeout(stop, patience.before);
    signal.addEventListener('abort', stop, { once: true });
    // Also while it rests: a broken connection must not end the process.
    connection.on('error', settle);
    connection.connect((error) => {
      if (error || !auth) settle(error);
      else connection.login(auth, settle);
    });
  });
}

/** Connects and signs in without sending anything. Returns what goes wrong, in words. */
export async function checkSmtp(target: SmtpTarget): Promise<string | undefined> {
  try {
    const { connection } = await openSmtpSession(
      target,
      { before: 10_000, data: 10_000 },
      new AbortController().signal,
    );
    connection.quit();
    return undefined;
  } catch (error) {
    return toErrorText(error);
  }
}

/** The error in words for the person who has to fix it. */
function toErrorText(error: unknown): string {
  const { message, response } = error as MailError;
  return response && !message.includes(response) ? `${message}: ${response}` : message;
}

/** A 5xx answer to the message itself. A refused sign-in or greeting is a fault of the installation instead. */
function isPermanent(error: unknown): boolean {
  return isAnswer(error) && ((error as MailError).responseCode ?? 0) >= 500;
}

/** Whether the server answered about the message and keeps the connection open. */
function isAnswer(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as MailError;
  const isOfMessage = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);
  return responseCode >= 400 && responseCode !== 421 && isOfMessage;
}
