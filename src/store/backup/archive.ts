import type { UnreadFrom } from '../system/webhooks/resume-webhooks.ts';

/** A piece of a backup: a file of the backup store, as it is there, so encrypted. */
export type Part = { name: string; size: number; sha256: string };

export type ArchivedColumn = {
  name: string;
  /** As the catalogue's `format_type` writes it. */
  type: string;
  collation: string | null;
  required: boolean;
  /** An SQL expression. */
  default: string | null;
  /** An SQL expression. PostgreSQL computes the values again, so the backup has none. */
  generated: string | null;
};

/** A table as it is in the database. */
export type TableLayout = {
  schema: string;
  name: string;
  columns: ArchivedColumn[];
  primaryKey: string[];
  comment: string | null;
};

export type ArchivedTable = TableLayout & { rows: number; digest: string; parts: Part[] };

export type ArchivedSequence = {
  schema: string;
  name: string;
  type: string;
  start: string;
  least: string;
  most: string;
  step: string;
  /** Null: it has returned no number yet. */
  last: string | null;
};

/** All that a backup says of itself. It is encrypted like the rest, because it contains the secret. */
export type Manifest = {
  format: 1;
  /** The moment whose state all tables show, in RFC 3339. */
  at: string;
  /** Of the product. */
  version: string;
  /** The applied declarations, as JSON text. */
  descriptor: string;
  secret: string;
  tables: ArchivedTable[];
  sequences: ArchivedSequence[];
  /** The webhooks that still have to read the history, and from which time on. */
  unread: UnreadFrom[];
  /** The files: a list of lines `name SHA-256 size`, and what the store of files lacked. */
  files: { parts: Part[]; count: number; bytes: number; missing: string[] };
};

const TIME = /^\d{8}T\d{6}Z$/;

/** The name of a backup: its time in UTC, `20261126T031500Z`. */
export function toBackupName(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '');
}

export function isBackupName(text: string): boolean {
  return TIME.test(text);
}

export function timeOfBackup(name: string): Date {
  return new Date(name.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
}

/** The keys of a backup in its store. Without its manifest, which is written last, a backup does not exist. */
export const backupKeys = {
  all: 'backups/',
  of: (backup: string) => `backups/${backup}/`,
  part: (backup: string, part: string) => `backups/${backup}/${part}`,
  manifest: (backup: string) => `backups/${backup}/manifest`,
  /** The names of its blobs, readable without a key, so that the server knows which blobs are still needed. */
  blobNames: (backup: string) => `backups/${backup}/blobs`,
  blobs: 'blobs/',
  blob: (name: string) => `blobs/${name}`,
};

/**
 * Columns that mean something only on the server that wrote them, because they name its transactions. A restored
 * database fills them again.
 */
const ofOneServer: Readonly<Record<string, readonly string[]>> = {
  history: ['xid'],
  anonymised: ['xid'],
  webhooks: ['since', 'until', 'from_at', 'after_seq'],
};

/** The columns whose values a backup has. */
export function savedColumns({ schema, name, columns }: TableLayout): string[] {
  const left = schema === 'backoffice' ? (ofOneServer[name] ?? []) : [];
  return columns
    .filter((column) => column.generated === null && !left.includes(column.name))
    .map((column) => column.name);
}
