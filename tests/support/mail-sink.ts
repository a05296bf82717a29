import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readMail, type ReadMail } from './read-mail.ts';

/** One physical copy of a mail that was taken in, whether or not the sender was told so. */
type Copy = ReadMail & { recipient: string; sender: string; secure: boolean; user: string };

/** What a mail server does with the next message. */
export type Behaviour =
  | 'take'
  | { refuse: number; at: 'recipient' | 'text' }
  /** The connection breaks while the text comes in: nothing is kept. */
  | 'breakInText'
  /** The message is kept, and the connection breaks before the sender hears of it. */
  | 'breakAfterText'
  /** As long before the text and again after it, in milliseconds. */
  | { slow: number };

export type MailSink = {
  /** `host:port`. */
  address: string;
  copies: Copy[];
  /** Asked at each message. */
  behave: (recipient: string) => Behaviour;
  /** How many connections there have been. */
  opened(): number;
  /** Resolves when so many copies are there. */
  receive(count: number): Promise<Copy[]>;
  /** Ends all connections and listens no more, until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
};

/** A real mail server (SMTP, STARTTLS, sign-in) that keeps what it takes and misbehaves as told. */
export async function openMailSink(options: SMTPServerOptions = {}): Promise<MailSink> {
  const waiting: (() => void)[] = [];
  let port = 0;
  let opened = 0;
  let server: SMTPServer | undefined;
  const told = new WeakMap<object, Behaviour>();

  const sink: MailSink = {
    address: '',
    copies: [],
    behave: () => 'take',
    opened: () => opened,
    receive: async (count) => {
      while (sink.copies.length < count)
        await new Promise<void>((resolve) => waiting.push(resolve));
      return sink.copies;
    },
    shut: async () => {
      const closing = server;
      if (!closing) return;
      server = undefined;
      for (const connection of closing.connections) socketOf(connection).destroy();
      await new Promise<void>((resolve) => closing.close(() => resolve()));
    },
    open: async () => {
      server = create();
      server.listen(port, '127.0.0.1');
      await once(server.server, 'listening');
      ({ port } = server.server.address() as AddressInfo);
      sink.address = `127.0.0.1:${port}`;
    },
  };
  await sink.open();
  return sink;

  function create(): SMTPServer {
    const created = new SMTPServer({
      // Nobody is to be warned of the certificate that comes with it.
      logger: false,
      authOptional: true,
      disableReverseLookup: true,
      closeTimeout: 100,
      onConnect: (_, done) => {
        opened += 1;
        done();
      },
      onAuth: ({ username, password }, _, done) =>
        done(password === 'secret' ? null : new Error('wrong'), { user: username }),
      onMailFrom: (_, __, done) => done(),
      onRcptTo: ({ address }, session, done) => {
        const behaviour = sink.behave(address);
        told.set(session, behaviour);
        done(refusal(behaviour, 'recipient'));
      },
      onData: async (stream, session, done) => {
        const behaviour = told.get(session) ?? 'take';
        const breakOff = (): void => {
          const broken = [...created.connections].find(
            (connection) => (connection as unknown as { session: unknown }).session === session,
          );
          if (broken) socketOf(broken).destroy();
        };
        if (behaviour === 'breakInText') return breakOff();
        if (typeof behaviour === 'object' && 'slow' in behaviour) await sleep(behaviour.slow);
        // Whoever hangs up in the middle has sent nothing.
        const raw = await text(stream).catch(() => undefined);
        if (raw === undefined) return done(new Error('hung up'));
        const refused = refusal(behaviour, 'text');
        if (refused) return done(refused);
        keep(raw, session);
        if (behaviour === 'breakAfterText') return breakOff();
        if (typeof behaviour === 'object' && 'slow' in behaviour) await sleep(behaviour.slow);
        done();
      },
      ...options,
    });
    created.on('error', () => undefined); // broken connections are what this is about
    return created;
  }

  function keep(
    raw: string,
    session: Parameters<NonNullable<SMTPServerOptions['onData']>>[1],
  ): void {
    const { envelope, secure, user } = session;
    sink.copies.push({
      ...readMail(raw),
      recipient: envelope.rcptTo.map(({ address }) => address).join(),
      sender: envelope.mailFrom ? envelope.mailFrom.address : '',
      secure,
      user: typeof user === 'string' ? user : '',
    });
    for (const wake of waiting.splice(0)) wake();
  }
}

function refusal(behaviour: Behaviour, at: 'recipient' | 'text'): Error | null {
  if (typeof behaviour !== 'object' || !('refuse' in behaviour) || behaviour.at !== at) return null;
  return Object.assign(new Error('not today'), { responseCode: behaviour.refuse });
}

function socketOf(connection: unknown): { destroy(): void } {
  return (connection as { _socket: { destroy(): void } })._socket;
}
