import type { Operator } from './operators.ts';

export type Shape = { record: object; create: object; patch: object };
export type AnyResources = Record<string, Shape>;

export type ClientOptions = {
  /** The address of the server, such as `https://backoffice.example.org`. */
  url: string;
  /** An API key or an access token, or a function that returns the one to use next. */
  token: string | (() => string | Promise<string>);
  /** Takes the place of the global `fetch`. */
  fetch?: typeof fetch;
  /** How often a request is repeated when the server is busy or does not respond. Default: 4. */
  retries?: number;
};

export type Value = string | number | boolean | null;
type NameOf<Record_> = Extract<keyof Record_, string>;

/** Which records: each condition has to hold. Lists of values are for `in`, `nin`, `all`, `exactly` and `between`. */
type Filter<Record_> = {
  [
    name in
      | NameOf<Record_>
      | `${NameOf<Record_>}_${Operator}`
      | `${string}.${string}`
      | `${string}(${string}`
  ]?: Value | readonly Value[];
};

/** Which records, and of each of them which fields. */
export type Selection<Record_> = {
  filter?: Filter<Record_>;
  /** A nested filter, such as `{ or: [{ year_gte: 2000 }, { doi_null: true }] }`. */
  where?: object;
  /** Words to search for. */
  q?: string;
  /** The names of fields, each with `-` before it for the reverse order. */
  sort?: readonly string[];
  fields?: readonly string[];
  /** The records as they were at this moment. */
  asOf?: string | Date;
};

export type Page = {
  page?: number;
  perPage?: number;
  after?: string;
  total?: 'estimate' | 'none';
};

export type ListOf<Record_> = {
  data: Record_[];
  total: number | null;
  totalIsEstimate: boolean;
  page: number | null;
  perPage: number;
  pageCount: number | null;
  next: string | null;
};

type BulkOrder<Of extends Shape> =
  | {
      action: string;
      ids?: readonly string[];
      where?: object;
      q?: string;
      data?: object;
      all?: true;
    }
  | {
      atomic?: boolean;
      records: readonly (
        | { action: 'create'; data: Of['create'] }
        | { action?: 'update'; _id: string; _version: number | '*'; data: Of['patch'] }
        | { action: 'delete'; _id: string; _version: number | '*' }
      )[];
    };

type BulkSummary = {
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  deleted: number;
  failed: number;
  problems: { _id?: string; path: string; code: string; message: string }[];
  results?: { index: number; _id: string; status: string; _version?: number }[];
};

export type ServerEvent = { id: string; event: string; data: any };

export type Version = number | '*';
export type Collection<Of extends Shape> = {
  list(selection?: Selection<Of['record']> & Page): Promise<ListOf<Of['record']>>;
  /** All records, one page of 1,000 after another; the cost of a page does not grow. */
  iterate(selection?: Selection<Of['record']>): AsyncGenerator<Of['record'], void, undefined>;
  get(id: string, options?: { fields?: readonly string[] }): Promise<Of['record']>;
  /** With the same key, a record is created once within a day. */
  create(record: Of['create'], options?: { key?: string }): Promise<Of['record']>;
  /** Changes some fields. Fails with 412 if the record has another version; `*` accepts any. */
  update(id: string, version: Version, patch: Of['patch']): Promise<Of['record']>;
  /** Reads the record, has it changed, and does both again when somebody else was faster. */
  change(id: string, decide: (record: Of['record']) => Of['patch']): Promise<Of['record']>;
  delete(id: string, version: Version): Promise<Of['record']>;
  bulk(order: BulkOrder<Of>): Promise<BulkSummary>;
  /** The file as a stream. */
  export(
    format: 'csv' | 'json' | 'xlsx',
    selection?: Selection<Of['record']>,
  ): Promise<ReadableStream<Uint8Array>>;
};

export type Client<Resources extends AnyResources> = {
  [name in keyof Resources]: Collection<Resources[name]>;
} & {
  /** Any other request of the API; throws an `ApiProblem` unless it succeeds. */
  $request(path: string, init?: RequestInit): Promise<Response>;
  /** What changes, as it happens; reconnects, and continues where it was. Ends when `signal` is aborted. */
  $events(options?: { signal?: AbortSignal; after?: string }): AsyncGenerator<ServerEvent>;
};
