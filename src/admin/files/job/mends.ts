import type { JobRequest, Job } from '../../../contract/jobs.ts';
import { useState, useSyncExternalStore } from 'react';
import { createSignal } from '../../client/page-state.ts';
import { headOf } from '../../../fields/text/head-of-path.ts';
import type { Field } from '../../../fields/type/field.ts';
import { useResource } from '../../kit/use-resource.ts';
import { formats } from '../../../files/formats/formats.ts';
import { useFileFields } from '../use-file-fields.ts';

type CellTexts = NonNullable<JobRequest['cells']>;

/** The text of a mended cell, null for one that is left out, undefined for one as it is in the file. */
export type Mend = string | null | undefined;

/**
 * The cells that the user mends in the rows of a job. Outside of React's state, so that a change renders only its own cell
 * and not all rows.
 */
export type Mends = ReturnType<typeof createMends>;

function createMends(texts: CellTexts = {}) {
  const before = toCells(texts);
  let now = toCells(texts);
  let changed = new Set<number>();
  const changes = createSignal();
  const textsOf = (rows: Iterable<number>): CellTexts =>
    Object.fromEntries([...rows].map((row) => [row, Object.fromEntries(now.get(row) ?? [])]));
  const get = (row: number, column: string): Mend => now.get(row)?.get(column);
  return {
    subscribe: changes.listen,
    get,
    isChanged: (row: number, column: string): boolean =>
      get(row, column) !== before.get(row)?.get(column),
    set(row: number, column: string, mend: Mend): void {
      const own = new Map(now.get(row));
      if (mend === undefined) own.delete(column);
      else own.set(column, mend);
      now.set(row, own);
      if (isSame(own, before.get(row))) changed.delete(row);
      else changed.add(row);
      changes.send();
    },
    /** How many rows have other cells than in the last run. */
    count: (): number => changed.size,
    putAllBack(): void {
      now = toCells(texts);
      changed = new Set();
      changes.send();
    },
    /** All mended cells. */
    all: () => textsOf([...now].flatMap(([row, own]) => (own.size > 0 ? [row] : []))),
    /** The mended cells of the rows that have changed. */
    changes: () => textsOf(changed),
  };
}

type Cells = Map<number, ReadonlyMap<string, string | null>>;

function toCells(texts: CellTexts): Cells {
  return new Map(
    Object.entries(texts).map(([row, own]) => [Number(row), new Map(Object.entries(own))]),
  );
}

function isSame(
  own: ReadonlyMap<string, string | null>,
  other: ReadonlyMap<string, string | null> = new Map(),
): boolean {
  return own.size === other.size && [...own].every(([column, text]) => other.get(column) === text);
}

/** The mends of a run of a job. A page shows one run; the next one begins with what was asked for it. */
export function useMends(request: JobRequest | null): Mends {
  const [mends] = useState(() => createMends(request?.cells));
  return mends;
}

/** The number of changed rows; renders again when it changes. */
export function useMendCount(mends: Mends | undefined): number {
  return useSyncExternalStore(mends?.subscribe ?? subscribeToNothing, () => mends?.count() ?? 0);
}

const subscribeToNothing = (): (() => void) => () => {};

/** The mend of a cell; renders again when it changes. */
export function useMend(mends: Mends, row: number, column: string): Mend {
  return useSyncExternalStore(mends.subscribe, () => mends.get(row, column));
}

export type Mending = NonNullable<ReturnType<typeof useMending>>;

/** The cells of a job that can be mended. */
export function useMending({ request, file }: Job, mends: Mends | undefined) {
  const { resource } = useResource();
  const { find } = useFileFields();
  if (!mends) return undefined;
  const { mapping = {}, constants = {}, key } = request ?? {};
  const columns = new Map(
    Object.entries(mapping).flatMap(([column, to]): [string, string][] =>
      to === null ? [] : [[typeof to === 'string' ? to : to.field, column]],
    ),
  );
  const keys = key?.split(',') ?? resource.importKey;
  // A record of JSON can get another member, but a table has only the columns of its header.
  const isFree = !formats[file.layout.format].isTable || columns.size === 0;
  const fieldOf = (path: string): Field | undefined => find(path) ?? find(headOf(path));
  return {
    mends,
    /** The field at the path of a problem, or the one that the path is within. */
    fieldOf,
    /** The column of a field; undefined if the file has none, or nobody knows. */
    columnOf(path: string): string | undefined {
      const name = find(path) ? path : headOf(path);
      if (name === '' || name in constants) return undefined;
      return columns.get(name) ?? (isFree && find(name) ? name : undefined);
    },
    /** Whether a row can be imported without the cell of a field. */
    mayOmit(path: string): boolean {
      const name = headOf(path);
      return fieldOf(path)?.required !== true && !keys.includes(name) && !keys.includes(path);
    },
  };
}
