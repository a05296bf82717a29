import { type Host, moveTo, nameHost } from './database-hosts.ts';
import type { Socket } from 'node:net';
import type { StatementNames } from './statement-names.ts';
import type { StatementWatch } from './statement-watch.ts';

import pg from 'pg';

/** The standby that has received most. `isSure`: all others that were asked answered, and none is a primary. */
export type Newest = { host: Host; received: string; isSure: boolean };

type Asks = Pick<TimedClient, 'query'>;

/** The servers of one database, of which connections go to one at a time. */
export type Hosts = {
  /** The server to connect to; asks all of them when none is known. Fails in a sentence. */
  choose(): Promise<Host>;
  /** Whether an open connection is to a server as it is wanted, which may have changed since the choice. */
  isWanted(client: Asks): Promise<boolean>;
  /** Makes the next choice ask again, if this server is the one that was chosen. */
  forget(host: Host): void;
  /** Chooses the standby that has received most, without asking the server that is lost; undefined if none answers. */
  chooseNewest(lost: Host | undefined): Promise<Newest | undefined>;
  /** Whether a server that takes no more changes is left. */
  mustWrite: boolean;
  /** Whether a standby is better than the primary. */
  prefersStandby: boolean;
};

/** Milliseconds after the server should have ended a statement until we give up its connection. */
const GRACE = 2_000;

/** Milliseconds to read answers that arrived while this process was busy, before it gives up a connection. */
const LAST_LOOK = 250;

/**
 * A connection, to the right one of several servers, that destroys itself when it does not answer in time: the server ends a statement after its
 * `statement_timeout`, and a server that does not answer even then is gone or unreachable.
 */
export class TimedClient extends pg.Client {
  /** Milliseconds the server gives a statement; 0 means no limit, and no deadline here either. */
  limit: number;
  #usual: number;
  /** Names the statements it prepares; without it, it prepares none. */
  readonly nameOf: StatementNames | undefined;
  /** Follows its statements for the pool. */
  watch: StatementWatch | undefined;
  /** The pool has the connection, and nobody uses it. */
  isIdle = false;
  /** Better servers are known: the pool drops it as soon as nobody uses it. */
  isOutdated = false;
  /** The error that broke it, whichever statement was running. */
  broken: Error | undefined;
  #unanswered = 0;
  /** When it last sent or received something while an answer is missing. */
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #due = 0;
  #hosts: Hosts | undefined;

  constructor(config: TimedConfig = {}) {
    super(config);
    this.#hosts = config.hosts;
    this.limit = this.#usual = config.limit ?? 0;
    this.nameOf = config.nameOf;
    this.#wire.on('readyForQuery', () => this.#answered());
    this.on('drain', () => this.#settle());
    this.on('end', () => this.#settle());
    // Statements that wait for an answer fail, and the pool drops the connection. Without a listener, the driver's
    // error for a connection that ends between two statements would end the process.
    this.on('error', (error) => (this.broken = error));
  }

  // The pool passes a callback.
  override connect(): Promise<this>;
  override connect(opened: (error?: Error) => void): void;
  override connect(opened?: (error?: Error) => void): Promise<this> | void {
    const connecting = this.#hosts ? this.#connectToOne(this.#hosts) : super.connect();
    if (!opened) return connecting.then(() => this);
    connecting.then(
      () => opened(),
      (error: Error) => opened(error),
    );
  }

  /** Connects to the server that is right at this moment, and leaves it when it no longer is. */
  async #connectToOne(hosts: Hosts): Promise<void> {
    const host = await hosts.choose();
    moveTo(this, host);
    this.once('error', () => hosts.forget(host));
    try {
      await super.connect();
      if (!(await hosts.isWanted(this)))
        throw Object.assign(new Error(`${nameHost(host)} has changed its role`), { code: '08006' });
    } catch (error) {
      hosts.forget(host);
      this.destroy();
      throw error;
    }
    if (hosts.mustWrite)
      this.#wire.on('errorMessage', (error: Error & { code?: string }) => {
        if (error.code !== READ_ONLY) return;
        this.emit('error', error);
        this.emit('demotion');
      });
  }

  // The driver's `query` has many forms; this passes on all of them.
  override query(...args: unknown[]): any {
    this.#unanswered += 1;
    if (this.#unanswered === 1) this.#wait();
    return (super.query as (...args: unknown[]) => unknown)(...args);
  }

  /** Restores the limit it was opened with, before others get it. */
  reset(): void {
    this.limit = this.#usual;
  }

  /** Drops the connection without telling the server; statements that wait for an answer fail. */
  destroy(reason?: Error): void {
    this.#wire.stream.destroy(reason);
  }

  /** It was dropped, though the driver may not know yet. */
  get isGone(): boolean {
    return this.#wire.stream.destroyed;
  }

  /** The process of PostgreSQL behind it. */
  get backend(): number | undefined {
    return (this as { processID?: number | null }).processID ?? undefined;
  }

  get #wire(): Wire {
    return this.connection as Wire;
  }

  #answered(): void {
    this.#unanswered = Math.max(0, this.#unanswered - 1);
    this.#since = performance.now();
  }

  #settle(): void {
    this.#unanswered = 0;
  }

  #wait(): void {
    this.#since = performance.now();
    if (this.limit > 0) this.#lookAt(this.#since + this.limit + GRACE);
  }

  /** Sets the timer for this time, unless it is due earlier. */
  #lookAt(due: number): void {
    if (this.#timer && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(this.#look, due - performance.now()).unref();
  }

  // One timer for many statements: one for each would cost a tenth of a short statement.
  #look = (): void => {
    this.#timer = undefined;
    if (this.#unanswered === 0 || this.limit === 0) return;
    const due = this.#since + this.limit + GRACE;
    if (due > performance.now()) {
      this.#lookAt(due);
      return;
    }
    const since = this.#since;
    this.#timer = setTimeout(() => {
      if (this.#unanswered > 0 && this.#since === since) {
        this.emit('silence');
        this.destroy();
      } else this.#look();
    }, LAST_LOOK).unref();
  };
}

/** PostgreSQL's code for a change on a standby, or where changes are forbidden. */
const READ_ONLY = '25006';

/** With several servers, `connectionString` has the first one. */
export type TimedConfig = pg.ClientConfig & {
  hosts?: Hosts;
  /** Milliseconds the server gives a statement. */
  limit?: number;
  /** Names the statements it prepares; without it, it prepares none. */
  nameOf?: StatementNames | undefined;
};

/** What the driver's types leave out. */
type Wire = pg.Connection & { stream: Socket };
