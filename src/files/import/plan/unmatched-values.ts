import type { Resource } from '../../../descriptor/descriptor.ts';
import { requireValue } from '../../../fields/require-entry.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { CountedValue } from '../../steps/count-values.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import type { ImportTarget, MappedColumn } from '../import-parts.ts';
import { findMembers, listWays } from '../rows/list-members.ts';
import { listSeparator } from '../rows/list-separator.ts';
import { createReferenceFinder, targetResourceOf, writtenKeys } from './reference-finder.ts';
import { createRowReader } from '../rows/row-reader.ts';
import type { ColumnContext } from '../rows/row-columns.ts';

/** A column of a file that names records of another collection. */
export type ReferenceColumn = {
  name: string;
  /** Its field in `resource`, and how the column is written. */
  to: MappedColumn;
  field: Field;
  resource: Resource;
  /** In a table, each value is a text; in JSON it is the member of a list or the whole value. */
  isTable: boolean;
};

/** A value that names no record, or several; `written` is what is left of it after the conversions of the column. */
export type UnmatchedValue = CountedValue & { written: string };

/** Looking up more values at once takes statements that are too long. */
const AT_ONCE = 500;

/**
 * What separates the members of a list in a cell of this column; undefined for a field of one record, and for JSON,
 * whose lists need none.
 */
export function separatorOf({ to, field, isTable }: ReferenceColumn): string | undefined {
  return isTable ? listSeparator(field, to) : undefined;
}

/** Creates the finder that tells what the values of a column mean, as its import would. */
export function createValueFinder(
  parts: Omit<ColumnContext, 'resource'>,
  target: Pick<ImportTarget, 'findMany' | 'findTogether'>,
  column: ReferenceColumn,
) {
  const { name, to, field, resource, isTable } = column;
  const mapping = new Map([[name, to]]);
  // The finder reads only these of both.
  const finder = createReferenceFinder(
    parts as Parameters<typeof createReferenceFinder>[0],
    target as ImportTarget,
    new Map([[to.field, to]]),
  );
  const read = createRowReader({ ...parts, resource }, { mapping });
  const isMany = field.kind.relation?.(field.settings).many === true;

  return {
    to: requireValue(
      targetResourceOf(parts as Parameters<typeof targetResourceOf>[0], field),
      field.name,
    ),
    /** The key, `_id` or title in a value; undefined for one that means "empty", or that cannot be read. */
    keyIn(value: string): string | number | undefined {
      const cell = isTable || !isMany ? value : [value];
      const cells = Object.assign(Object.create(null), { [name]: cell }) as object;
      const row = read({ row: 1, value: cells, ...(isTable && { cells: 'texts' as const }) });
      return writtenKeys(row.references.get(field))[0];
    },
    /** Whether the import reads a value that matches no name as a list of names. */
    async areLists(values: readonly string[]): Promise<boolean[]> {
      if (!isMany || !isTable || to.split !== undefined) return values.map(() => false);
      const toKey = (one: string) => this.keyIn(one) ?? one;
      const cells = values.map((value) => ({ field, ways: listWays(value, to, toKey) }));
      const members = await findMembers(
        finder,
        cells.filter(({ ways }) => ways.length > 0),
      );
      const lists = new Set(
        cells.filter(({ ways }) => ways.length > 0).filter((_, at) => members[at]),
      );
      return cells.map((cell) => lists.has(cell));
    },
    lookUp: (keys: readonly (string | number)[]) => finder.lookUp([new Map([[field, keys]])]),
    find: (key: string | number) => finder.find(field, key),
  };
}

export type ValueFinder = ReturnType<typeof createValueFinder>;

/** The values that name no record or several, in their order; `isOver` ends the search early. */
export async function findUnmatched(
  finder: ValueFinder,
  values: readonly CountedValue[],
  isOver: () => boolean,
): Promise<UnmatchedValue[]> {
  const unmatched: UnmatchedValue[] = [];
  for (let at = 0; at < values.length && !isOver(); at += AT_ONCE) {
    const keyed: { counted: CountedValue; key: string | number }[] = [];
    for (const counted of values.slice(at, at + AT_ONCE)) {
      const key = finder.keyIn(counted.value);
      if (key !== undefined) keyed.push({ counted, key });
      await yieldToEventLoop();
    }
    await finder.lookUp(keyed.map(({ key }) => key));
    const without = keyed.filter(({ key }) => {
      const target = finder.find(key);
      return target === undefined || 'problem' in target;
    });
    const areLists = await finder.areLists(without.map(({ counted }) => counted.value));
    for (const [index, { counted, key }] of without.entries())
      if (!areLists[index]) unmatched.push({ ...counted, written: String(key) });
  }
  return unmatched;
}
