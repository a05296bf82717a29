import type { Readable } from 'node:stream';

/**
 * Where the bytes of files are, as far as they are not in the database: blobs under keys, in a folder or in an
 * S3-compatible store.
 *
 * A key is a path of letters, digits, `.`, `_` and `-`: `<sha256>` (64 hexadecimal digits) for the contents of a file,
 * `uploads/<id>/<offset>-<size>` for a part of an upload, `derived/<sha256>/<name>` for what was made from contents. A key
 * always means the same bytes, so a blob is never changed. Every operation throws a `BlobFailure` if the store cannot
 * do its work.
 */
export type BlobStore = {
  /** Where it is, for people: a folder, or a bucket and its host. */
  place: string;
  /**
   * Stores the file at `path`, which has `size` bytes and which the store may move away; if it is still there
   * afterwards, the caller removes it. Storing a key again changes nothing. Durable when it returns; nobody ever sees
   * half a blob.
   */
  put(key: string, path: string, size: number): Promise<void>;
  /**
   * The bytes, or `start` to `end` (inclusive, from 0) of them; undefined if there is no such key. The stream fails if
   * it cannot be complete. The caller reads it to its end or destroys it.
   */
  read(key: string, range?: BlobRange): Promise<Readable | undefined>;
  /** The size in bytes; undefined if there is no such key. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Removes the blob, if there is one. */
  remove(key: string): Promise<void>;
  /** The blobs whose keys begin with `prefix`, in any order; `at` is when they were stored. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; at: Date }>;
  /**
   * A folder of this machine for files on their way in, on the same disk where that helps. It exists. Files in it that
   * are older than a day are removed when the store opens.
   */
  scratch: string;
};

/** Of bytes, from 0, with its end. */
export type BlobRange = { start: number; end: number };

const SEGMENT = /^[\w-][\w.-]*$/;

/** Whether a text can be a key: a relative path without hidden names, safe in a folder and in an address. */
export function isBlobKey(key: string): boolean {
  return key.length <= 512 && key.split('/').every((segment) => SEGMENT.test(segment));
}

/** Whether the key is the SHA-256 of the contents. */
export function isContentKey(key: string): boolean {
  return /^[\da-f]{64}$/.test(key);
}

/** Why a store cannot do its work: it does not answer or fails, it has no room, or it refuses this server. */
export type BlobFailureReason = 'unreachable' | 'full' | 'refused';

/** A store of blobs that cannot do its work. The message is for the log. */
export class BlobFailure extends Error {
  readonly reason: BlobFailureReason;

  constructor(reason: BlobFailureReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.reason = reason;
  }
}
