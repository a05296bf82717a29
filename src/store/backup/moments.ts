import { requireLast } from '../../fields/require-entry.ts';
import { text } from 'node:stream/consumers';
import type { BlobStore } from '../blobs/blob-store.ts';
import { fromStamp, momentKeys, parsePiece, type Piece } from './moment-keys.ts';
import type { BaseRange } from './write-base.ts';

/** A copy of the data folder. `filesFrom`: files of before are in its own lists. */
export type Base = {
  chain: string;
  name: string;
  start: bigint;
  endedAt: Date;
  filesFrom: Date;
  bytes: number;
};

/** What a store has to restore moments from; pieces in the order of their positions. */
export type Moments = {
  bases: Base[];
  pieces: ReadonlyMap<string, Piece[]>;
  /** The keys of bases without a manifest. */
  unfinished: string[];
};

export async function readMoments(store: BlobStore): Promise<Moments> {
  const { bases, unfinished } = await readBases(store);
  const pieces = new Map<string, Piece[]>();
  for await (const { key } of store.list(momentKeys.wal)) {
    const piece = parsePiece(key);
    if (!piece) continue;
    const ofChain = pieces.get(piece.chain);
    if (ofChain) ofChain.push(piece);
    else pieces.set(piece.chain, [piece]);
  }
  for (const each of pieces.values())
    each.sort((one, other) => compare(one.from, other.from) || compare(one.to, other.to));
  return { bases, pieces, unfinished };
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other);
}

async function readBases(store: BlobStore): Promise<Pick<Moments, 'bases' | 'unfinished'>> {
  const byFolder = new Map<string, { keys: string[]; bytes: number }>();
  for await (const { key, size } of store.list(momentKeys.bases)) {
    const folder = key.split('/').slice(0, 3).join('/');
    const { keys, bytes } = byFolder.get(folder) ?? { keys: [], bytes: 0 };
    byFolder.set(folder, { keys: [...keys, key], bytes: bytes + size });
  }
  const bases: Base[] = [];
  const unfinished: string[] = [];
  for (const [folder, { keys, bytes }] of byFolder) {
    const [, chain = '', name = ''] = folder.split('/');
    const range = keys.includes(`${folder}/manifest`)
      ? await store.read(`${folder}/range`)
      : undefined;
    if (!range) {
      unfinished.push(...keys);
      continue;
    }
    const { start, endedAt, filesFrom } = JSON.parse(await text(range)) as BaseRange;
    const times = { endedAt: new Date(endedAt), filesFrom: new Date(filesFrom) };
    bases.push({ chain, name, start: BigInt(start), bytes, ...times });
  }
  bases.sort((one, other) => one.endedAt.getTime() - other.endedAt.getTime());
  return { bases, unfinished };
}

/** The log that a base needs, without a gap; `until`: the last moment that can be restored from it. */
type Run = {
  pieces: Piece[];
  until: Date | undefined;
  /** The log between these times is not there. */
  gap: { after: Date; before: Date } | undefined;
};

function followLog({ start, endedAt }: Base, pieces: readonly Piece[] = []): Run {
  let position = start;
  let until: Date | undefined;
  const used: Piece[] = [];
  for (const piece of pieces) {
    if (piece.to <= position) continue;
    if (piece.from > position) {
      const before = pieces.find((each) => each.from >= piece.from && each.until)?.until;
      const gap = before && { after: until ?? endedAt, before };
      return { pieces: used, until, gap };
    }
    used.push(piece);
    position = piece.to;
    if (piece.until && piece.until >= endedAt) until = piece.until;
  }
  return { pieces: used, until, gap: undefined };
}

/** A time from which to which any moment can be restored. */
export type Window = { from: Date; to: Date };

/** The times that can be restored, the oldest first. */
export function listWindows({ bases, pieces }: Moments): Window[] {
  const windows: Window[] = [];
  for (const base of bases) {
    const { until } = followLog(base, pieces.get(base.chain));
    if (!until) continue;
    const last = windows.at(-1);
    if (last && base.endedAt <= last.to) last.to = until > last.to ? until : last.to;
    else windows.push({ from: base.endedAt, to: until });
  }
  return windows;
}

/** What a moment is restored from, or why it cannot be. */
export type MomentPlan =
  | { base: Base; pieces: Piece[] }
  | {
      windows: Window[];
      gap?: { after: Date; before: Date };
      /** When the first copy was complete, or that it is being made; absent: there is none. */
      firstCopy?: Date | 'unfinished';
    };

/** Chooses the newest base before the moment, and the log from there on. */
export function planMoment(moments: Moments, at: Date): MomentPlan {
  const runs = moments.bases
    .filter(({ endedAt }) => endedAt <= at)
    .toReversed()
    .map((base) => ({ base, ...followLog(base, moments.pieces.get(base.chain)) }));
  const run = runs.find(({ until }) => until && at < until);
  if (run) {
    const last = run.pieces.findIndex(({ until }) => until && until > at);
    return { base: run.base, pieces: run.pieces.slice(0, last + 1) };
  }
  const gap = runs[0]?.gap;
  const begun = moments.unfinished.length > 0 ? ('unfinished' as const) : undefined;
  const firstCopy = moments.bases[0]?.endedAt ?? begun;
  return { windows: listWindows(moments), ...(gap && { gap }), ...(firstCopy && { firstCopy }) };
}

/** The lists of the files that came since a base, also of those that came after a moment: its files may be in them. */
export async function listNewFiles(
  store: BlobStore,
  { chain, filesFrom }: Base,
): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(`${momentKeys.files}${chain}/`)) {
    const at = timeOfList(key);
    if (key.endsWith('.list') && at >= filesFrom) keys.push(key);
  }
  return keys.toSorted();
}

export function timeOfList(key: string): Date {
  return fromStamp(requireLast(key.split('/')).replace(/\.\w+$/, ''));
}
