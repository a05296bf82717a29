import { Readable } from 'node:stream';
import { failed, type Transport, type Outcome } from './transport.ts';
import type { Message } from './message.ts';
import {
  isAnswer,
  isPermanent,
  openSmtpSession,
  toErrorText,
  type SmtpPatience,
  type SmtpSession,
} from './smtp-session.ts';
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
