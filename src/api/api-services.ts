import type { FileProblem, Info } from '../contract/meta.ts';
import type { DescriptorText } from '../contract/structure/texts.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import type { Services } from '../services/acting.ts';
import type { FormerData } from '../store/embedded/former-data.ts';
import type { BackupPlan } from '../store/system/backups/backup-runs.ts';
import type { QueryRunner } from '../store/store.ts';
import type { OidcProvider } from './accounts/oidc/provider.ts';
import type { ActionCode } from './actions/define-action.ts';
import type { UploadLimits } from './http/upload-limits.ts';
import type { Targets } from './webhooks/targets.ts';

/** How mails leave: through a mail server, or into files. */
export type Delivery = { via: 'smtp'; host: string } | { via: 'files'; folder: string };

export type PointInTime = {
  /** Until when everything is there, in milliseconds since 1970; before that, since when it is tried. */
  archivedUntil(): number;
  /** Bytes of the log that are not there yet. */
  waitingBytes(): number;
};

/** The parts of an API. It opens no port and reads no environment: hosts and tests pass in everything. */
export type ApiServices = Services & {
  /** Reports a new descriptor; without it the descriptor never changes. */
  news?: DescriptorNews;
  /** What a file on its way in may cost; absent: the usual. */
  uploadLimits?: Partial<UploadLimits>;
  /** The addresses that webhooks may call; absent: public ones. */
  webhookTargets?: Targets;
  /** At least 32 characters. Changing it invalidates every access token, so each client has to refresh once. */
  secret: string;
  version: string;
  /** Commit or time of the build, for `/api/info`. */
  build?: string;
  /** The address that users type. With https we trust one proxy in front of us to name the client. */
  publicUrl?: string;
  /** The addresses and ranges of our proxies; absent: one neighbour, if `publicUrl` is https. */
  trustedProxies?: readonly string[];
  /** The sites whose pages may use the API; `*`: all may read published records. Absent: only our own pages. */
  corsOrigins?: readonly string[];
  /** The state of the migrations, for `/api/info`. */
  migrations?: () => Info['migrations'];
  /** What must hold for `/readyz`, besides a database that responds. */
  ready?: (sql: QueryRunner) => boolean | Promise<boolean>;
  /** The free space of the disks of this machine that have data; absent if all data is elsewhere. */
  freeDisk?: () => Promise<FreeDisk>;
  /** When this installation makes backups; absent: only by hand. */
  backupPlan?: BackupPlan;
  /** Whether others than the person at this machine use it, so that somebody must make backups. */
  isForOthers?: boolean;
  /** The data of earlier versions of the embedded PostgreSQL, which an upgrade has kept. */
  formerData?: () => readonly FormerData[];
  /** How far the log of the database is in the store of backups; absent: no moments can be restored. */
  pointInTime?: PointInTime;
  /** The files of the descriptor; absent: the API has none. */
  descriptorFiles?: DescriptorFiles;
  /** Shown to admins beside the outbox. */
  delivery?: Delivery;
  /** The code of the actions that the descriptor declares. */
  actions?: readonly ActionCode[];
  /** The folder of the sample data, which an admin can load into an empty installation. */
  sample?: () => string | undefined;
  /** Days after which an unused session ends; at most 30. Default 14. */
  sessionIdleDays?: number;
  /** Where else people sign in. */
  oidc?: readonly OidcProvider[];
  /** Whether people sign in here with a password, or a passkey alone. Default true. */
  passwordSignIn?: boolean;
  /** The token that gives access to `/metrics`; without it only this machine has access. */
  metricsToken?: string;
  /** Milliseconds from which a request is logged as slow; absent or 0: none. */
  slowAfter?: number;
  /** The connections of clients, counted by the host. */
  connections?: () => { open: number; refused: number };
  /** The lines of the log that could not be written since the start, counted by the host. */
  droppedLogLines?: () => number;
  /** Milliseconds after which responses of constant time are sent; shorter in tests of other things. */
  steady?: number;
  /** Milliseconds since 1970, for tests of expiry. */
  clock?: () => number;
};

/** The other end of the connection, as far as the host knows it. */
export type Peer = {
  address?: string | undefined;
  /** Called when a signed-in user sends a request. */
  noteUser?: () => void;
};

export type Api = {
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /** Ends the event streams and stops listening to the database; closes none of the parts it was given. */
  close(): Promise<void>;
};

/** The descriptor, or all problems of its files. */
type Inspected =
  | { descriptor: Descriptor; warnings: readonly FileProblem[] }
  | { problems: readonly FileProblem[] };

/** The files of the descriptor on this machine. */
export type DescriptorFiles = {
  /** The name of the descriptor itself, for people and as `path` of its text. */
  name: string;
  /** Reads the texts: the descriptor itself first, then what it includes. None: the descriptor itself is missing. */
  read(): Promise<readonly DescriptorText[]>;
  /**
   * Checks texts as if they were the files, also whether they may be written. Problems have paths relative to the
   * folder of the descriptor. Writes nothing.
   */
  inspect(files: readonly DescriptorText[]): Promise<Inspected>;
  isWritable(): Promise<boolean>;
  /** Writes the texts; the previous ones are kept as `.previous`. Returns false if the files are read-only. */
  write(files: readonly DescriptorText[], change: WrittenChange): Promise<boolean>;
  /** Uses the descriptor that is applied now. */
  follow(): Promise<void>;
};

/** Who changes the files, and how. */
export type WrittenChange = { author: { name: string; email: string }; summary: string };

/** Reports changes of the descriptor at run time. */
export type DescriptorNews = {
  /** Empty while the file is valid, or is not watched. */
  troubles(): readonly FileProblem[];
  /** Reports a new descriptor and new troubles. Returns a function that stops it. */
  subscribe(heard: () => void): () => void;
};

/** Free bytes on the disk of the embedded database, and of the files if that is another disk. */
export type FreeDisk = { database?: number; files?: number };
