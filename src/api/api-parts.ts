import type { FileProblem, Info } from '../contract/meta.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import type { Database } from '../store/connection/database.ts';
import type { QueryRunner, Store } from '../store/store.ts';
import type { ActionCode } from './actions/define-action.ts';
import type { RouteCode } from './extending/define-route.ts';

/** How mails leave: over a mail server, or into files. */
export type Delivery = { via: 'smtp'; host: string } | { via: 'files'; folder: string };

/** What an API is made of. It opens no port and reads no environment; hosts and tests hand it everything. */
export type ApiParts = {
  database: Database;
  store: Store;
  /** Asked at each request; another object than before makes the routes anew. */
  descriptor: () => Descriptor;
  /** Tells when it is another one; without this it never is. */
  news?: DescriptorNews;
  /** At least 32 characters. Another one makes every access token invalid, which costs each client one refresh. */
  secret: string;
  log: Log;
  version: string;
  /** Commit or time of the build, for `/api/info`. */
  build?: string;
  /** The address users type. With https, one proxy in front of us is trusted to name the client. */
  publicUrl?: string;
  /** The state of the migrations, said in `/api/info`. */
  migrations?: () => Info['migrations'];
  /** What must hold besides a database that answers before `/readyz` says yes. */
  ready?: (sql: QueryRunner) => boolean | Promise<boolean>;
  /** Bytes free on the disk the database writes to, where it is a disk of this machine. */
  freeDisk?: () => Promise<number | undefined>;
  /** Reads the file of the descriptor as it is now, for those who ask whether it is applied. */
  file?: () => Promise<{
    name: string;
    found: { descriptor: Descriptor } | { problems: readonly FileProblem[] };
  }>;
  /** Said to admins beside the outbox. */
  delivery?: Delivery;
  /** The code of the actions that the descriptor declares. */
  actions?: readonly ActionCode[];
  /** The code of routes of this installation. */
  routes?: readonly RouteCode[];
  /** Days after which a session nobody uses ends; at most 30. Default 14. */
  sessionIdleDays?: number;
  /** Whoever has it may read `/metrics`; without one only this machine may. */
  metricsToken?: string;
  /** Connections of clients, as the host counts them. */
  connections?: () => { open: number; refused: number };
  /** Milliseconds after which is answered what must not tell how long it took; less for tests of other things. */
  steady?: number;
  /** Milliseconds since 1970, for tests of what expires. */
  clock?: () => number;
};

/** Who is at the other end of the connection, as the host knows it. */
export type Peer = {
  address?: string | undefined;
  /** To be told that somebody who is signed in asks. */
  noteUser?: () => void;
};

export type Api = {
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /** Ends the streams of events and stops listening to the database; ends nothing it was handed. */
  close(): Promise<void>;
};

/** Where the API writes what happened; pino fits. What is secret never gets here. */
export type Log = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>
>;

/** What happens to the descriptor while we run. */
export type DescriptorNews = {
  /** Nothing while the file is right, or is not watched. */
  troubles(): readonly FileProblem[];
  /** Hears of another descriptor, and of other troubles; answers how to stop. */
  subscribe(heard: () => void): () => void;
};
