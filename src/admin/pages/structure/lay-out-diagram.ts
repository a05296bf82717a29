import { requireEntry, requireItem } from '../../../fields/require-entry.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { titleFields } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/type/field.ts';

export type Box = {
  resource: Resource;
  x: number;
  y: number;
  height: number;
  /** The fields of a record's title, and its references. */
  fields: readonly Field[];
};

export type Edge = { from: string; to: string; field: Field; many: boolean; path: string };

type Diagram = { width: number; height: number; boxes: readonly Box[]; edges: readonly Edge[] };

export const BOX_WIDTH = 216;
export const HEAD_HEIGHT = 54;
export const LINE_HEIGHT = 22;
const FOOT_HEIGHT = 8;
const COLUMN_GAP = 96;
const ROW_GAP = 28;
/** Room at the edges for arrows that go around a box. */
const MARGIN = 44;

/**
 * Places resources in columns from left to right: a resource is left of those it refers to,
 * as far as circular references allow. The same descriptor always gives the same picture.
 */
export function layOutDiagram(descriptor: Descriptor): Diagram {
  const resources = [...descriptor.resources.values()];
  const references = resources.flatMap((resource) => referencesOf(descriptor, resource));
  const columns = toColumns(resources, references);
  const heights = columns.map(heightOf);
  const height = Math.max(0, ...heights);
  const boxes = columns.flatMap((column, index) => {
    let y = MARGIN + (height - requireItem(heights, index)) / 2;
    return column.map((resource): Box => {
      const fields = shownFields(resource);
      const box = { resource, fields, x: xOf(index), y, height: boxHeight(fields.length) };
      y += box.height + ROW_GAP;
      return box;
    });
  });
  const byName = new Map(boxes.map((box) => [box.resource.name, box]));
  return {
    width: columns.length === 0 ? 0 : xOf(columns.length - 1) + BOX_WIDTH + MARGIN,
    height: height + 2 * MARGIN,
    boxes,
    edges: references.map((reference) => ({
      ...reference,
      path: toPath(
        requireEntry(byName, reference.from),
        requireEntry(byName, reference.to),
        reference.field,
      ),
    })),
  };
}

type Reference = Omit<Edge, 'path'>;

function referencesOf(descriptor: Descriptor, resource: Resource): Reference[] {
  return [...resource.fields.values()].flatMap((field) => {
    const relation = field.kind.relation?.(field.settings);
    if (!relation || !descriptor.resources.has(relation.to)) return [];
    return [{ from: resource.name, to: relation.to, field, many: relation.many }];
  });
}

function shownFields(resource: Resource): readonly Field[] {
  const keys = new Set([...resource.importKey, ...titleFields(resource)]);
  return [...resource.fields.values()].filter(
    ({ name, kind, settings }) => keys.has(name) || kind.relation?.(settings) !== undefined,
  );
}

/** The column of a resource is the length of the longest chain of references that leads to it. */
function toColumns(resources: readonly Resource[], references: readonly Reference[]): Resource[][] {
  const targets = new Map(resources.map(({ name }) => [name, new Set<string>()]));
  for (const { from, to } of references) if (from !== to) requireEntry(targets, from).add(to);
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (name: string): void => {
    state.set(name, 'open');
    for (const to of requireEntry(targets, name)) {
      // A circular reference, which is cut here.
      if (state.get(to) === 'open') requireEntry(targets, name).delete(to);
      else if (!state.has(to)) visit(to);
    }
    state.set(name, 'done');
    order.unshift(name);
  };
  for (const { name } of resources) if (!state.has(name)) visit(name);

  const column = new Map(order.map((name) => [name, 0]));
  for (const name of order)
    for (const to of requireEntry(targets, name))
      column.set(to, Math.max(requireEntry(column, to), requireEntry(column, name) + 1));
  const columns = Array.from({ length: 1 + Math.max(-1, ...column.values()) }, (_, at) =>
    resources.filter(({ name }) => column.get(name) === at),
  );
  return columns.map((each, index) => sortByNeighbours(each, columns[index - 1], targets));
}

/** Places resources near those that refer to them, so that fewer lines cross. */
function sortByNeighbours(
  column: readonly Resource[],
  before: readonly Resource[] = [],
  targets: ReadonlyMap<string, ReadonlySet<string>>,
): Resource[] {
  const middle = new Map(
    column.map(({ name }, index) => {
      const places = before.flatMap((other, at) =>
        targets.get(other.name)?.has(name) ? [at] : [],
      );
      const sum = places.reduce((total, place) => total + place, 0);
      return [name, places.length === 0 ? index : sum / places.length];
    }),
  );
  return column.toSorted(
    (left, right) => requireEntry(middle, left.name) - requireEntry(middle, right.name),
  );
}

/** The line from a field to the head of the resource it refers to. */
function toPath(from: Box, to: Box, field: Field): string {
  const startY = from.y + HEAD_HEIGHT + LINE_HEIGHT * (from.fields.indexOf(field) + 0.5);
  const endY = to.y + HEAD_HEIGHT / 2;
  if (from.x < to.x) {
    const [start, end] = [from.x + BOX_WIDTH, to.x];
    const bend = Math.max(COLUMN_GAP / 2, (end - start) / 3);
    return `M${start},${startY} C${start + bend},${startY} ${end - bend},${endY} ${end},${endY}`;
  }
  if (from.x === to.x) {
    const x = from.x + BOX_WIDTH;
    const bend = x + MARGIN - 6;
    return `M${x},${startY} C${bend},${startY} ${bend},${endY} ${x},${endY}`;
  }
  const [start, end] = [from.x, to.x + BOX_WIDTH];
  const bend = COLUMN_GAP / 2;
  return `M${start},${startY} C${start - bend},${startY} ${end + bend},${endY} ${end},${endY}`;
}

function boxHeight(fields: number): number {
  return HEAD_HEIGHT + fields * LINE_HEIGHT + (fields > 0 ? FOOT_HEIGHT : 0);
}

function heightOf(column: readonly Resource[]): number {
  const heights = column.map((resource) => boxHeight(shownFields(resource).length));
  return heights.reduce((sum, height) => sum + height, 0) + (column.length - 1) * ROW_GAP;
}

function xOf(column: number): number {
  return MARGIN + column * (BOX_WIDTH + COLUMN_GAP);
}
