import type { Socket } from 'node:net';
import pg from 'pg';

/** How much later than the server should have ended a statement we give its connection up, in milliseconds. */
const GRACE = 2_000;

/** What came while we were busy ourselves is read before a connection is given up. */
const LAST_LOOK = 250;

/**
 * A connection that is destroyed when it does not answer in time: the server ends a statement after its
 * `statement_timeout`, and a server that does not answer even then is gone, or the way to it is.
 */
export class TimedClient extends pg.Client {
  /** Milliseconds the server gives a statement; 0: any time, and no deadline here either. */
  limit: number;
  #usual: number;
  /** Nobody uses it, and the pool has it. */
  isIdle = false;
  /** Why it broke, whatever was asked of it. */
  broken: Error | undefined;
  #unanswered = 0;
  /** When it was last asked or answered while something is unanswered. */
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #due = 0;

  constructor(config: pg.ClientConfig) {
    super(config);
    this.limit = this.#usual = Number(config.statement_timeout ?? 0);
    this.#wire.on('readyForQuery', () => this.#answered());
    this.on('drain', () => this.#settle());
    this.on('end', () => this.#settle());
    // What waits for an answer fails, and the pool drops it. Without a listener the driver's word of a
    // connection that ends between two statements would end the process.
    this.on('error', (error) => (this.broken = error));
  }

  // The driver's `query` has many forms, all of which are handed on.
  override query(...asked: unknown[]): any {
    this.#unanswered += 1;
    if (this.#unanswered === 1) this.#wait();
    return (super.query as (...asked: unknown[]) => unknown)(...asked);
  }

  /** As it was opened: before others get it. */
  reset(): void {
    this.limit = this.#usual;
  }

  /** Drops the connection without a word to the server: what waits for an answer fails. */
  destroy(): void {
    this.#wire.stream.destroy();
  }

  /** It was dropped, though the driver may not have heard of it yet. */
  get isGone(): boolean {
    return this.#wire.stream.destroyed;
  }

  get #wire(): Wire {
    return (this as unknown as { connection: Wire }).connection;
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

  /** Unless it looks before. */
  #lookAt(due: number): void {
    if (this.#timer && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(this.#look, due - performance.now()).unref();
  }

  // One timer for many statements: each with its own would cost a tenth of a short one.
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

/** What the driver says nothing of in its types. */
type Wire = pg.Connection & { stream: Socket };
