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
  #unanswered = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(config: pg.ClientConfig) {
    super(config);
    this.limit = this.#usual = Number(config.statement_timeout ?? 0);
    this.#wire.on('readyForQuery', () => this.#answered());
    this.on('drain', () => this.#settle());
    this.on('end', () => this.#settle());
    // What waits for an answer fails, and the pool drops it. Without a listener the driver's word of a
    // connection that ends between two statements would end the process.
    this.on('error', () => {});
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
    if (this.#unanswered > 0) this.#wait();
    else clearTimeout(this.#timer);
  }

  #settle(): void {
    this.#unanswered = 0;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.limit === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => {
        this.emit('silence');
        this.destroy();
      }, LAST_LOOK);
    }, this.limit + GRACE);
  }
}

/** What the driver says nothing of in its types. */
type Wire = pg.Connection & { stream: Socket };
