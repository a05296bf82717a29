import { settle } from '../../../descriptor/field-check.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import { problem } from '../../../fields/problems/problem.ts';
import type { ImportRun } from '../import-run.ts';
import { targetResourceOf } from './reference-finder.ts';
import type { ReadRow } from '../rows/row-reader.ts';
import { readTargetCells } from '../rows/target-cells.ts';
import type { TargetCells } from '../rows/target-columns.ts';

type Group = { field: Field; to: Resource; cells: TargetCells };

/**
 * Warns of cells for a field behind a reference that differ from the record: an import changes no record that a row
 * only refers to, and of several rows that make one, the first gives its values.
 */
export async function warnOfDifferences(run: ImportRun, rows: readonly ReadRow[]): Promise<void> {
  for (const group of groupsOf(run)) {
    const { field, to, cells } = group;
    const named = rows.flatMap((read) => {
      const written = read.references.get(field);
      const isName = typeof written === 'string' || typeof written === 'number';
      const values = isName ? readTargetCells(to, cells, read).values : {};
      return isName && Object.keys(values).length > 0 ? [{ read, written, values }] : [];
    });
    if (named.length === 0) continue;
    await run.finder.lookUp(named.map(({ written }) => new Map([[field, written]])));
    const candidates = named.map((one) => ({
      ...one,
      target: run.finder.find(field, one.written),
    }));
    const ids = candidates.flatMap(({ target }) => (target && 'id' in target ? [target.id] : []));
    const records = new Map(
      ids.length === 0
        ? []
        : (await run.target.findMany(to, '_id', [...new Set(ids)], Object.keys(cells))).map(
            (record) => [record._id, record],
          ),
    );
    for (const { read, written, values, target } of candidates) {
      const proposal = target ? undefined : run.maker.propose(field, written, read);
      const proposed = proposal && 'values' in proposal ? proposal.values : undefined;
      const record = target && 'id' in target ? records.get(target.id) : proposed;
      if (record) warn(read, group, values, record);
    }
  }
}

function groupsOf({ parts, resource, options }: ImportRun): Group[] {
  return [...options.mapping.values()].flatMap((column) => {
    const field = column?.cells && resource.fields.get(column.field);
    const to = field && targetResourceOf(parts, field);
    return to && column?.cells ? [{ field, to, cells: column.cells }] : [];
  });
}

function warn(
  read: ReadRow,
  { to, cells }: Group,
  values: Readonly<Record<string, unknown>>,
  record: Readonly<Record<string, unknown>>,
): void {
  for (const [name, { column }] of Object.entries(cells)) {
    if (!Object.hasOwn(values, name)) continue;
    const value = values[name];
    const current = record[name];
    // The dry run of a long file remembers only some fields of records that it would have made.
    if (current === undefined) continue;
    if (isSameJson(settle(to.fields.get(name), value, current), current)) continue;
    const kept = typeof current === 'string' ? current : JSON.stringify(current ?? '');
    read.warnings.push(problem('I100', column, { value: kept.slice(0, 200) }));
  }
}
