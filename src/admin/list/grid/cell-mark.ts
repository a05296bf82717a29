import { valueAt } from '../../../descriptor/column-field.ts';

/** What a cell shows in place of the stored value: one on its way, one that was refused, or one somebody was faster with. */
export type CellMark =
  | { state: 'saving'; value: unknown }
  | { state: 'failed'; value: unknown; said: string }
  | { state: 'conflict'; value: unknown; theirs: unknown; version: number };

/** What a cell shows: a value that is being saved or was refused, else the record's. */
export function shownValue(
  record: Readonly<Record<string, unknown>>,
  name: string,
  mark: CellMark | undefined,
): unknown {
  return mark ? mark.value : valueAt(record, name);
}

/** Of one record, by the names of its fields. A new object for each change. */
export type RecordMarks = Readonly<Record<string, CellMark>>;

export type Marks = ReadonlyMap<string, RecordMarks>;

type CellName = { id: string; name: string };

/** The marks with some set anew; undefined takes one away. */
export function withMarks(
  marks: Marks,
  changes: readonly (CellName & { mark: CellMark | undefined })[],
): Marks {
  const next = new Map(marks);
  for (const { id, name, mark } of changes) {
    const { [name]: _, ...others } = next.get(id) ?? {};
    const record = mark === undefined ? others : { ...others, [name]: mark };
    if (Object.keys(record).length === 0) next.delete(id);
    else next.set(id, record);
  }
  return next;
}
