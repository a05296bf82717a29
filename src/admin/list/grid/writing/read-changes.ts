import type { RaRecord } from 'react-admin';
import { requireEntry } from '../../../../fields/require-entry.ts';
import type { Field } from '../../../../fields/type/field.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { checkField, withoutRemovedParts } from '../../../../descriptor/field-check.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import type { CellMark, MarkChange, Marks } from '../grid-store.ts';
import { partnersOf } from '../../../../descriptor/partners-of.ts';
import { problemsText, type RecordChange } from './send-changes.ts';

/** A value for a field of a record on the page. */
export type CellChange = {
  record: RaRecord;
  name: string;
  value: unknown;
  /** Why the meaning is unclear: the cell shows the reason, and the value is not sent. */
  refused?: string;
  /** The part of a refused value that is clear. It is sent, while the cell shows all of the value. */
  clear?: unknown;
};

/**
 * By record the values to write, and what its cells show from now on, some refused without a request. If values that
 * belong together include such a one, all have its reason.
 */
export function readChanges(
  resource: Resource,
  cells: readonly CellChange[],
  shown: Marks,
  isWhole: boolean | undefined,
) {
  const reasonOf = (cell: CellChange): string | undefined =>
    checkCell(requireEntry(resource.fields, cell.name), cell).reason;
  const said = isWhole ? cells.map(reasonOf).find((reason) => reason !== undefined) : undefined;
  if (said === undefined) return toChanges(resource, withPartners(resource, cells), shown, isWhole);
  const marks = cells.map(({ record, name, value }): MarkChange => ({
    id: String(record.id),
    name,
    mark: { state: 'failed', value, said },
  }));
  return { changes: [], marks };
}

function toChanges(
  resource: Resource,
  cells: readonly CellChange[],
  shown: Marks,
  isWhole: boolean | undefined,
) {
  const changes = new Map<string, RecordChange>();
  const marks: MarkChange[] = [];
  for (const cell of cells) {
    const { record, name, value, refused } = cell;
    const id = String(record.id);
    const { reason, sent } = checkCell(requireEntry(resource.fields, name), cell);
    if (reason !== undefined)
      marks.push({ id, name, mark: { state: 'failed', value, said: reason } });
    if (!sent) continue;
    const mark = shown.get(id)?.[name];
    const isStored = isSameJson(storedValue(record, name, mark) ?? null, sent.value ?? null);
    if (!isStored) {
      const _version = Number(record['_version']);
      const change: RecordChange = changes.get(id) ?? {
        _id: id,
        _version,
        before: record,
        after: {},
        isWhole,
      };
      change.after[name] = sent.value;
      changes.set(id, change);
    }
    // A value refused before gives way to the stored one.
    const isMarked = !isStored || (mark && mark.state !== 'saving');
    if (refused === undefined && isMarked)
      marks.push({ id, name, mark: isStored ? undefined : toSentMark(mark, sent.value) });
  }
  return { changes: [...changes.values()], marks };
}

/** The cells, of which those are refused as well whose number or qualifier is. */
function withPartners(resource: Resource, cells: readonly CellChange[]): readonly CellChange[] {
  const reasons = new Map<string, string>();
  const keyOf = ({ id }: RaRecord, name: string) => `${String(id)} ${name}`;
  for (const cell of cells) {
    const { reason, sent } = checkCell(requireEntry(resource.fields, cell.name), cell);
    if (reason === undefined || sent) continue;
    for (const name of partnersOf(resource, cell.name))
      reasons.set(keyOf(cell.record, name), reason);
  }
  if (reasons.size === 0) return cells;
  return cells.map((cell) => {
    const refused = cell.refused ?? reasons.get(keyOf(cell.record, cell.name));
    return refused === undefined ? cell : { ...cell, refused };
  });
}

/** Why a cell shows a problem without a request, and what of its value is sent; undefined if nothing is. */
function checkCell(field: Field, { record, name, value, refused, clear }: CellChange) {
  const checked = checkField(field, withoutRemovedParts(field, clear ?? value, record[name]));
  if ('problems' in checked) return { reason: refused ?? problemsText(checked.problems) };
  return refused === undefined || clear !== undefined
    ? { reason: refused, sent: checked }
    : { reason: refused };
}

/** A value being saved will be stored by the time another one is sent. */
function storedValue(record: RaRecord, name: string, mark: CellMark | undefined): unknown {
  return mark?.state === 'saving' ? mark.value : record[name];
}

/** A value that is sent again stays marked as not saved: the user may be reading why. */
function toSentMark(shown: CellMark | undefined, value: unknown): CellMark {
  if (shown?.state !== 'failed' || !shown.unsent || !isSameJson(shown.value, value))
    return { state: 'saving', value };
  const { wait: _, ...unsent } = shown.unsent;
  return { ...shown, value, unsent };
}
