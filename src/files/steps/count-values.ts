import { isObject } from '../../descriptor/json-object.ts';
import type { FileLayout } from '../formats/file-layout.ts';
import { readFileRows } from '../formats/read-file.ts';
import type { OpenFile } from '../import/import-parts.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { partsOf } from './change-cell.ts';
import { createStepRunner } from './run-steps.ts';
import { LONGEST_VALUE, type Step } from './step.ts';

export type CountedValue = { value: string; count: number };

/** The different values of a column, the most frequent first. */
export type ValueCounts = {
  /** The rows that were counted; `isWhole`: to the end of the file. */
  rows: { count: number; isWhole: boolean };
  /** The number of cells without a value. */
  empty: number;
  values: CountedValue[];
  /**
   * The number of values that are not among them: further ones of a column with too many, those that are too long, and
   * days, lists and objects, which no table of values changes.
   */
  others: number;
};

export type ValueQuestion = {
  column: string;
  /** The steps before those that the values are for. */
  steps: readonly Step[];
  /** Counts each part of a list. */
  separator?: string | undefined;
};

export type CountLimits = {
  /** The most rows to read. */
  rows: number;
  /** The most milliseconds to read. */
  time: number;
  /** The most different values to remember, and the most characters of all of them. */
  values: number;
  characters: number;
  signal?: AbortSignal;
};

export const countLimits: CountLimits = {
  rows: 2_000_000,
  time: 20_000,
  values: 20_000,
  characters: 4_000_000,
};

/** Counts the different values of a column after the steps, in a limited amount of memory and time. */
export async function countValues(
  open: OpenFile,
  layout: FileLayout,
  { column, steps, separator }: ValueQuestion,
  limits: CountLimits = countLimits,
): Promise<ValueCounts> {
  const runner = createStepRunner(steps);
  const until = performance.now() + limits.time;
  const counts = createCounts(limits);
  const rows = { count: 0, isWhole: true };
  reading: for await (const batch of readFileRows(open, layout)) {
    for (const row of batch) {
      const isOver = limits.signal?.aborted === true || performance.now() > until;
      if (isOver || rows.count === limits.rows) {
        rows.isWhole = false;
        break reading;
      }
      rows.count++;
      const changed = runner.run(row);
      if ('value' in changed && isObject(changed.value))
        counts.addCell(changed.value[column], separator);
      await yieldToEventLoop();
    }
  }
  return { rows, ...counts.end() };
}

function createCounts(limits: CountLimits) {
  const counts = new Map<string, number>();
  let characters = 0;
  let empty = 0;
  let others = 0;
  const add = (value: string): void => {
    const count = counts.get(value);
    if (count !== undefined) {
      counts.set(value, count + 1);
      return;
    }
    const isRoom = counts.size < limits.values && characters + value.length <= limits.characters;
    if (value.length > LONGEST_VALUE || !isRoom) {
      others++;
      return;
    }
    counts.set(value, 1);
    characters += value.length;
  };
  return {
    addCell(cell: unknown, separator: string | undefined): void {
      const members: readonly unknown[] = Array.isArray(cell) ? cell : [cell];
      // A step changes only the texts of a list.
      const texts = Array.isArray(cell) ? members.map(memberText) : members.map(cellText);
      for (const text of texts) {
        const parts = text === undefined || separator === undefined ? [] : partsOf(text, separator);
        if (text === undefined) others++;
        else if (text.trim() === '') empty++;
        else if (separator === undefined) add(text);
        else for (const part of parts) if (part !== '') add(part);
      }
    },
    end(): Pick<ValueCounts, 'values' | 'empty' | 'others'> {
      const values = [...counts]
        .map(([value, count]) => ({ value, count }))
        .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
      return { values, empty, others };
    },
  };
}

function memberText(member: unknown): string | undefined {
  return typeof member === 'string' ? member : undefined;
}

/** The text that a step sees; undefined for a day and an object. */
function cellText(cell: unknown): string | undefined {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'string') return cell;
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : undefined;
}
