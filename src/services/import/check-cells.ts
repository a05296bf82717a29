import type { Cells } from '../../contract/cells.ts';
import type { z } from 'zod';
import { parsePattern } from '../../fields/pattern/linear-pattern.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import {
  type MendedCells,
  MOST_CELL_TEXT,
  MOST_CELLS,
} from '../../files/import/rows/mended-cells.ts';
import type { Step } from '../../files/steps/step.ts';

type CellTexts = z.output<typeof Cells>;

/** The mended cells by row and column. There are limits for all of them together. */
export function checkCells(cells: CellTexts | undefined, problems: Problem[]) {
  if (cells === undefined) return undefined;
  const mended = toMendedCells(cells);
  const texts = [...mended.values()].flatMap((own) => [...own.values()]);
  if (texts.length > MOST_CELLS) problems.push(problem('V016', 'cells', { max: MOST_CELLS }));
  const length = texts.reduce((sum, one) => sum + (one?.length ?? 0), 0);
  if (length > MOST_CELL_TEXT) problems.push(problem('V003', 'cells', { max: MOST_CELL_TEXT }));
  return mended;
}

export function toMendedCells(cells: CellTexts): MendedCells {
  return new Map(
    Object.entries(cells).map(([row, own]) => [Number(row), new Map(Object.entries(own))]),
  );
}

/** What the form of the steps alone does not say, with problems such as `steps.2.find`. */
export function checkSteps(steps: readonly Step[]): Problem[] {
  return steps.flatMap(checkStep);
}

function checkStep(step: Step, at: number): Problem[] {
  const path = `steps.${at}`;
  if (step.do === 'replace' && step.isPattern) return checkPattern(step.find, `${path}.find`);
  if (step.do === 'remove' && !step.prefix && !step.suffix)
    return [problem('V001', `${path}.prefix`)];
  if (step.do === 'take' && !step.after && !step.before) return [problem('V001', `${path}.after`)];
  if (step.do === 'part' && step.number === 0)
    return [problem('I005', `${path}.number`, { expected: '1, 2, -1' })];
  return step.do === 'split' ? checkDistinct(step.into, `${path}.into`) : [];
}

function checkPattern(text: string, path: string): Problem[] {
  const pattern = parsePattern(text);
  return 'refused' in pattern ? [problem('I094', path, { reason: pattern.refused })] : [];
}

/** Checks that no name stands twice in a list. */
export function checkDistinct(names: readonly string[], path: string): Problem[] {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? [] : [problem('V015', path, { value: twice })];
}
