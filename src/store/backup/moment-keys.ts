/**
 * The keys of what a moment is restored from. A chain is the log (WAL) of one database from a first position on, without
 * gaps; a restored database begins another, because its positions mean other bytes. A position is a number of bytes.
 *
 * - `wal/<chain>/<from>-<to>[-<until>]`: the log between two positions. With `until`, everything that was committed
 *   before that time is in it or before it.
 * - `wal-files/<chain>/<time>.list` and `.names`: the files that came since the last list; the names are readable
 *   without a key, so that the server knows which blobs are still needed.
 * - `bases/<chain>/<time>/…`: a copy of the data folder. Without its manifest, which is written last, it does not exist.
 */
export const momentKeys = {
  wal: 'wal/',
  files: 'wal-files/',
  bases: 'bases/',
  piece: ({ chain, from, to, until }: Piece) =>
    `wal/${chain}/${toHex(from)}-${toHex(to)}${until ? `-${toStamp(until)}` : ''}`,
  list: (chain: string, at: Date) => `wal-files/${chain}/${toStamp(at)}.list`,
  names: (chain: string, at: Date) => `wal-files/${chain}/${toStamp(at)}.names`,
  base: (chain: string, name: string) => `bases/${chain}/${name}/`,
};

/** A part of the log in the store, without `to` itself. */
export type Piece = { chain: string; from: bigint; to: bigint; until?: Date };

const PIECE = /^wal\/([\w-]+)\/([\dA-F]{16})-([\dA-F]{16})(?:-(\d{8}T\d{9}Z))?$/;

export function parsePiece(key: string): Piece | undefined {
  const [, chain = '', from, to, until] = PIECE.exec(key) ?? [];
  if (from === undefined) return undefined;
  const piece = { chain, from: BigInt(`0x${from}`), to: BigInt(`0x${to}`) };
  return until === undefined ? piece : { ...piece, until: fromStamp(until) };
}

/** `20261127T010203456Z`, in UTC. */
export function toStamp(at: Date): string {
  return at.toISOString().replace(/[-:.]/g, '');
}

export function fromStamp(text: string): Date {
  return new Date(text.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, '$1-$2-$3T$4:$5:$6.$7Z'));
}

function toHex(position: bigint): string {
  return position.toString(16).toUpperCase().padStart(16, '0');
}

/** The name of the file in `pg_wal` that has a position. */
export function segmentOf(position: bigint, timeline: number, size: number): string {
  const number = position / BigInt(size);
  const perLog = 2n ** 32n / BigInt(size);
  return [BigInt(timeline), number / perLog, number % perLog]
    .map((each) => each.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}
