import type { Socket } from 'node:net';
import pg from 'pg';
import { takeRows, type TakeRow } from './whole-messages.ts';

/**
 * A query whose rows are taken as they are received, so that the driver makes no values of them. Who
 * takes them knows what the columns are, so PostgreSQL is not asked to describe them.
 */
export class RowQuery extends (pg.Query as unknown as DriversQuery) {
  #takeRow: TakeRow;
  #leave: ReturnType<typeof takeRows> = () => undefined;

  constructor(config: pg.QueryConfig, takeRow: TakeRow) {
    super(config);
    this.#takeRow = takeRow;
  }

  // Not before: the connection may still receive what it was asked for by others.
  override submit(connection: pg.Connection): void {
    this.#leave = takeRows(connection.stream as Socket, 'query', this.#takeRow);
    return super.submit(undescribed(connection));
  }

  override handleError(error: Error, connection: pg.Connection): void {
    this.#leave();
    super.handleError(error, connection);
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    const failure = this.#leave();
    if (failure) super.handleError(failure, connection);
    else super.handleReadyForQuery(connection);
  }
}

/** What the driver says nothing of in its types. */
type DriversQuery = new (config: pg.QueryConfig) => {
  submit(connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
};

const views = new WeakMap<pg.Connection, pg.Connection>();

function undescribed(connection: pg.Connection): pg.Connection {
  let view = views.get(connection);
  if (!view) {
    view = Object.create(connection, { describe: { value: () => {} } }) as pg.Connection;
    views.set(connection, view);
  }
  return view;
}
