import { isObject } from '../../descriptor/json-object.ts';
import type { PatternWork } from '../../fields/pattern/replace-matches.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { ProblemCode } from '../../fields/problems/problem-codes.ts';
import { marksWithout, type FileRow } from '../formats/json-rows.ts';
import { requireItem } from '../../fields/require-entry.ts';
import { isNothing } from '../formats/table-rows.ts';
import {
  createCellChange,
  MOST_TEXT,
  partsOf,
  type CellStep,
  type ChangedCell,
} from './change-cell.ts';
import { columnsOfStep, type Step } from './step.ts';

/**
 * What a step has done so far: the cells it has changed, and those it could not read. `missing` are the columns that no
 * record of JSON had; a table without them is refused before.
 */
export type StepCount = { changed: number; warnings: number; missing?: readonly string[] };

type Cells = Record<string, unknown>;

/** Changes the cells of a row; `edit` is told of each cell that changes, and of each that stays because of a doubt. */
export type StepRun = (cells: Cells, edit: Edit) => void;

type Edit = {
  set(column: string, value: unknown): void;
  warn(column: string, code: ProblemCode, params?: Problem['params']): void;
  /** What patterns may still do in this row, so that no row stops the others. */
  work: PatternWork;
};

/** About 20 ms. */
const ROW_WORK = 200_000;

/** Prepares a step; `fill` makes a row depend on those above it. */
export function prepareStep(step: Step): StepRun {
  if (step.do === 'join') return createJoin(step);
  if (step.do === 'split') return createSplit(step);
  if (step.do === 'fill') return createFill(step);
  return createOwnChange(step);
}

/** Runs the steps on one row after the other. */
export function createStepRunner(steps: readonly Step[]) {
  const runs = steps.map(prepareStep);
  const counts = steps.map((): StepCount => ({ changed: 0, warnings: 0 }));
  const unseen = steps.map((step) => columnsOfStep(step).from);
  let textLength = 0;
  return {
    /** The counts, which grow with each row. */
    counts,
    /** The characters that the steps have written since this was asked last. */
    takeMade(): number {
      const taken = textLength;
      textLength = 0;
      return taken;
    },
    run(row: FileRow): FileRow {
      if (runs.length === 0 || !('value' in row) || !isObject(row.value)) return row;
      const changing = changeRow(row);
      for (const [at, run] of runs.entries()) {
        const count = requireItem(counts, at);
        unseen[at] = unseen[at]?.filter((name) => !Object.hasOwn(changing.cells, name)) ?? [];
        if (unseen[at].length === 0) delete count.missing;
        else if (!row.cells) count.missing = unseen[at];
        changing.apply(run, count);
      }
      textLength += changing.made();
      return changing.row();
    },
  };
}

type ValueRow = Extract<FileRow, { value: unknown }>;

/** A row whose cells change; the cells it came with stay as they are. */
export function changeRow(row: ValueRow) {
  // A null prototype, as in the rows of tables.
  const cells = Object.assign(Object.create(null), row.value) as Cells;
  const warnings: Problem[] = [];
  const changed = new Set<string>();
  const work = { left: ROW_WORK };
  let textLength = 0;
  return {
    cells,
    /** Runs a step and returns its warnings. */
    apply(run: StepRun, count: StepCount): readonly Problem[] {
      const before = warnings.length;
      run(cells, {
        work,
        set: (column, value) => {
          const old = cells[column];
          if (old === value) return;
          const length = typeof value === 'string' ? value.length : 0;
          if (textLength + length > MOST_TEXT) {
            warnings.push(problem('I077', column));
            count.warnings++;
            return;
          }
          textLength += length;
          cells[column] = value;
          changed.add(column);
          if (isChange(old, value)) count.changed++;
        },
        warn: (column, code, params) => {
          warnings.push(problem(code, column, params));
          count.warnings++;
        },
      });
      return warnings.length > before ? warnings.slice(before) : [];
    },
    /** The characters that the steps have written. */
    made: (): number => textLength,
    row(): FileRow {
      const all = [...(row.warnings ?? []), ...warnings];
      // What a step has written is a text, as in a table, also in a record of JSON.
      const texts = row.cells
        ? []
        : [...changed].filter((column) => typeof cells[column] === 'string');
      const original = row.value as Readonly<Cells>;
      const stepped = [...changed].flatMap((column) =>
        isChange(original[column], cells[column])
          ? [{ column, old: original[column], new: cells[column] }]
          : [],
      );
      return {
        ...row,
        value: cells,
        ...(stepped.length > 0 && { stepped }),
        ...marksWithout(row, (column) => changed.has(column)),
        ...(texts.length > 0 && { texts }),
        ...(all.length > 0 && { warnings: all }),
      };
    },
  };
}

/** A new column may be empty in a row; that changes nothing. */
function isChange(before: unknown, now: unknown): boolean {
  return before !== now && (before !== undefined || now !== null);
}

function createOwnChange(step: CellStep): StepRun {
  const { column } = step;
  const change = createCellChange(step);
  const qualifier = step.do === 'number' ? step.qualifier : undefined;
  const replacesEmpty = step.do === 'map' && step.values.some(([from]) => from === '');
  return (cells, edit) => {
    const { set, work } = edit;
    const value = cells[column];
    if (Array.isArray(value)) {
      set(
        column,
        changeMembers(value, (text) => change(text, work)),
      );
      return;
    }
    // A number of a workbook has no decimal sign that could be misread.
    if (step.do === 'number' && typeof value === 'number') return;
    const text = textOf(value);
    const isEmpty = value !== undefined && isNothing(value);
    if (text === '' && !(isEmpty && replacesEmpty)) return;
    const done = change(text, work);
    setChanged(edit, column, text, done);
    if (qualifier !== undefined && !('warning' in done))
      setOther(cells, edit, qualifier, done.sign || null);
  };
}

/** Writes the changed text of a cell, or warns. */
function setChanged({ set, warn }: Edit, column: string, text: string, done: ChangedCell): void {
  if ('warning' in done) {
    warn(column, done.warning, { value: shorten(text), ...done.params });
    return;
  }
  if (done.loses) warn(column, done.loses, { value: shorten(text) });
  // A cell that is a number or a day in a workbook stays one, unless the step changes it.
  if (done.text !== text) set(column, done.text === '' ? null : done.text);
}

/** The same list if no member changes. Members that cannot be read stay for the field to reject. */
function changeMembers(
  list: readonly unknown[],
  change: (text: string) => ChangedCell,
): readonly unknown[] {
  const members = list.map((one) => {
    if (typeof one !== 'string' || one === '') return one;
    const done = change(one);
    return 'warning' in done ? one : done.text;
  });
  return members.every((one, at) => one === list[at]) ? list : members;
}

function createSplit({ column, separator, into }: Extract<Step, { do: 'split' }>): StepRun {
  return (cells, edit) => {
    const { set, warn } = edit;
    if (cells[column] === undefined) return;
    const text = textOf(cells[column]);
    const parts = partsOf(text, separator);
    if (parts.length > 0 && parts.length !== into.length)
      warn(column, 'I076', { value: shorten(text), parts: parts.length, columns: into.length });
    for (const [at, name] of into.entries()) {
      // What has no column of its own stays with the last part: nothing is lost.
      const isLast = at === into.length - 1;
      const part = isLast ? parts.slice(at).join(separator) : parts[at];
      if (name === column) set(name, part || null);
      else setOther(cells, edit, name, part || null);
    }
  };
}

function createJoin({ columns, separator, into }: Extract<Step, { do: 'join' }>): StepRun {
  return (cells, edit) => {
    if (columns.every((column) => cells[column] === undefined)) return;
    const parts = columns.map((column) => textOf(cells[column])).filter((part) => part !== '');
    const joined = parts.join(separator) || null;
    if (columns.includes(into)) edit.set(into, joined);
    else setOther(cells, edit, into, joined);
  };
}

/** Writes a column that the step does not read, and warns if that replaces a value. */
function setOther(cells: Cells, { set, warn }: Edit, column: string, value: string | null): void {
  const text = textOf(cells[column]);
  if (text !== '' && text !== value) warn(column, 'I105', { value: shorten(text) });
  set(column, value);
}

function createFill({ column }: Extract<Step, { do: 'fill' }>): StepRun {
  let above: unknown;
  return (cells, { set }) => {
    const value = cells[column];
    if (value !== undefined && !isNothing(value)) above = value;
    else if (above !== undefined) set(column, above);
  };
}

/** Long enough to recognize the cell. */
function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** The text of a plain cell; '' for an empty one, and for a day, a list or an object. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
