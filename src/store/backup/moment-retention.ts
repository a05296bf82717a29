import { requireItem } from '../../fields/require-entry.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { momentKeys } from './moment-keys.ts';
import { readMoments, timeOfList, type Base } from './moments.ts';

const DAY = 86_400_000;

/** The bases for every moment of the last days before the newest: all of that time, and the last one before it. */
export function chooseBases(bases: readonly Base[], days: number): Base[] {
  const newestFirst = bases.toSorted((one, other) => +other.endedAt - +one.endedAt);
  const since = Number(newestFirst[0]?.endedAt ?? 0) - days * DAY;
  const before = newestFirst.findIndex(({ endedAt }) => Number(endedAt) <= since);
  return before < 0 ? newestFirst : newestFirst.slice(0, before + 1);
}

/** Removes what bases have left that did not come to their end. No backup may be running. */
export async function sweepUnfinishedBases(store: BlobStore): Promise<void> {
  for (const key of (await readMoments(store)).unfinished) await store.remove(key);
}

/**
 * Removes the bases that are no longer needed, and the log and lists of files that no other base needs. A chain without
 * a base may be that of a server whose first backup is still running, so its log stays for a day.
 */
export async function removeExpiredMoments(store: BlobStore, days: number): Promise<string[]> {
  const { bases, pieces } = await readMoments(store);
  const kept = chooseBases(bases, days);
  const expired = bases.filter((base) => !kept.includes(base));
  for (const base of expired) await removeBase(store, base);
  const firstOf = (chain: string): Base | undefined =>
    kept.findLast((base) => base.chain === chain);
  const old = new Date(Date.now() - DAY);
  for (const [chain, ofChain] of pieces) {
    const first = firstOf(chain);
    const isOver = !first && ofChain.every(({ until }) => !until || until < old);
    for (const piece of ofChain)
      if (isOver || (first && piece.to <= first.start)) await store.remove(momentKeys.piece(piece));
  }
  for (const key of await listKeys(store, momentKeys.files)) {
    const first = firstOf(requireItem(key.split('/'), 1));
    if (timeOfList(key) < (first?.filesFrom ?? old)) await store.remove(key);
  }
  return expired.map(({ name }) => name);
}

async function removeBase(store: BlobStore, { chain, name }: Base): Promise<void> {
  const folder = momentKeys.base(chain, name);
  // The manifest goes first: if the server stops in between, nobody restores from the rest.
  await store.remove(`${folder}manifest`);
  for (const key of await listKeys(store, folder)) await store.remove(key);
}

/** The keys of the lists of blobs that moments need. */
export async function listMomentNames(store: BlobStore): Promise<string[]> {
  const { bases } = await readMoments(store);
  const lists = await listKeys(store, momentKeys.files);
  return [
    ...bases.map(({ chain, name }) => `${momentKeys.base(chain, name)}blobs`),
    ...lists.filter((key) => key.endsWith('.names')),
  ];
}

async function listKeys(store: BlobStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
}
