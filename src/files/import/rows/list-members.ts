import type { Field } from '../../../fields/type/field.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { fromSpreadsheetText } from '../../../fields/text/spreadsheet-text.ts';
import { convert, type Conversion } from '../../formats/conversion.ts';
import type { ImportRun } from '../import-run.ts';
import type { ReferenceFinder } from '../plan/reference-finder.ts';
import type { FieldColumn } from './row-columns.ts';
import type { ReadRow } from './row-reader.ts';

type Key = string | number;

/** The ways to read a cell that may name several records, in the order in which they are tried. */
type ListWays = readonly (readonly Key[])[];

/** `isStated`: the mapping says what separates the names. */
export type ListCell = { ways: ListWays; isStated: boolean };

/** Adds the ways to read a cell to its row, if it can be a list. */
export function addList(
  read: ReadRow,
  { field, conversion, key }: FieldColumn,
  cell: string,
): void {
  if (field.kind.relation?.(field.settings).many !== true) return;
  const toKey = (name: string) => (key ? toKeys(key, name) : name) as Key;
  const ways = listWays(fromSpreadsheetText(cell), conversion, toKey);
  if (ways.length === 0) return;
  read.lists ??= new Map();
  read.lists.set(field, { ways, isStated: conversion.split !== undefined });
}

/** Converts keys to the form of their field: a numeric key becomes a number. */
export function toKeys(key: Field, written: unknown): unknown {
  if (Array.isArray(written)) return written.map((one) => toKeys(key, one));
  return typeof written === 'string' ? key.kind.text.read(written, key.settings) : written;
}

/**
 * How a cell can be read if its names may contain what separates them: as one name first, then at the separator of its
 * column. Without a separator, ` | ` is stated by the format; semicolons and commas separate only names that exist.
 */
export function listWays(
  text: string,
  { split, ...conversion }: Conversion,
  toKey: (name: string) => Key,
): ListWays {
  const separators = (split === undefined ? [';', ','] : [split]).filter((one) =>
    text.includes(one),
  );
  if (separators.length === 0 || (split === undefined && text.includes('|'))) return [];
  const whole = convert(text, conversion) as string;
  const lists = separators.map((one) => convert(text, { ...conversion, split: one }) as string[]);
  return [[whole.trim()], ...lists].map((names) => names.map(toKey));
}

/** The first way of each cell to read it of which every record exists; undefined if there is none. */
export async function findMembers(
  finder: ReferenceFinder,
  cells: readonly { field: Field; ways: ListWays }[],
): Promise<(readonly Key[] | undefined)[]> {
  const exist = (field: Field) => (names: readonly Key[]) =>
    names.every((name) => finder.find(field, name) !== undefined);
  if (cells.length > 0)
    await finder.lookUp(cells.map(({ field, ways }) => new Map([[field, ways[0]]])));
  const others = cells.filter(({ field, ways: [first = []] }) => !exist(field)(first));
  if (others.length > 0)
    await finder.lookUp(others.map(({ field, ways }) => new Map([[field, ways.flat()]])));
  return cells.map(({ field, ways }) => ways.find(exist(field)));
}

/** Decides which records the lists of rows name, and warns where nobody has stated what separates them. */
export async function readLists(run: ImportRun, rows: readonly ReadRow[]): Promise<void> {
  const cells = rows.flatMap((read) =>
    [...(read.lists ?? [])].map(([field, { ways, isStated }]) => ({ read, field, ways, isStated })),
  );
  const members = await findMembers(run.finder, cells);
  for (const [index, { read, field, ways, isStated }] of cells.entries()) {
    const names = members[index];
    if (!names) continue;
    read.references.set(field, names);
    if (!isStated && names !== ways[0])
      read.warnings.push(
        problem('I096', field.name, { value: String(ways[0]), names: names.join(' | ') }),
      );
  }
}
