import {
  type Step,
  firstSteps,
  replaceMatches,
  type PatternWork,
  type Program,
} from './replace-matches.ts';
import { PatternReader, type PatternNode } from './pattern-reader.ts';

/**
 * Regular expressions that nobody can make slow. JavaScript's own engine tries alternatives one after the other, so
 * `^(a+)+$` takes seconds on thirty letters, and a descriptor may contain any pattern. Here all alternatives advance
 * together (Thompson 1968): the time is text × pattern, whatever they are. Look-around and back-references need the
 * other algorithm and are refused.
 */
export type LinearPattern = {
  test(text: string): boolean;
  /**
   * Replaces each match; `$1` in `by` is the text of the first group, `$&` the match, `$$` a dollar sign. Undefined if
   * that is more work than is left.
   */
  replace(text: string, by: string, work: PatternWork): string | undefined;
};

/** Parses a pattern in JavaScript's syntax with the `u` flag; `refused` says why it is not one of ours. */
export function parsePattern(source: string): LinearPattern | { refused: string } {
  try {
    // JavaScript checks the grammar, so the reader below can rely on it.
    new RegExp(source, 'u');
    const program = new Compiler().compile(new PatternReader(source).read());
    let whole: Program | undefined;
    return {
      test: (text) => run(program, text),
      replace: (text, by, work) => {
        whole ??= { steps: program, first: firstSteps(program) };
        return replaceMatches(whole, text, { by, work });
      },
    };
  } catch (error) {
    if (error instanceof SyntaxError) return { refused: error.message };
    throw error;
  }
}

const MAX_STEPS = 2_000;

/** Writes the steps of a pattern one after the other; a fork learns later where it leads. */
class Compiler {
  readonly steps: Step[] = [];

  compile(root: PatternNode): readonly Step[] {
    this.#add(root);
    this.#push({ is: 'match' });
    return this.steps;
  }

  #push(step: Step): void {
    if (this.steps.length === MAX_STEPS)
      throw new SyntaxError('the pattern has too many repetitions');
    this.steps.push(step);
  }

  #fork(...to: number[]): number[] {
    this.#push({ is: 'fork', to });
    return to;
  }

  #add(node: PatternNode): void {
    if (node.is === 'sequence') for (const each of node.nodes) this.#add(each);
    else if (node.is === 'choice') this.#addChoice(node.nodes);
    else if (node.is === 'repeat') this.#addRepeat(node);
    else if (node.is === 'group') this.#addGroup(node);
    else this.#push(node);
  }

  #addChoice(nodes: readonly PatternNode[]): void {
    const branches = nodes.length > 1 ? this.#fork() : [];
    const ends: number[][] = [];
    nodes.forEach((node, index) => {
      branches.push(this.steps.length);
      this.#add(node);
      if (index < nodes.length - 1) ends.push(this.#fork());
    });
    for (const end of ends) end.push(this.steps.length);
  }

  #addGroup({ node, number }: Extract<PatternNode, { is: 'group' }>): void {
    this.#push({ is: 'keep', slot: 2 * number });
    this.#add(node);
    this.#push({ is: 'keep', slot: 2 * number + 1 });
  }

  #addRepeat({ node, min, max, isLazy }: Extract<PatternNode, { is: 'repeat' }>): void {
    const { steps } = this;
    const groups = groupsIn(node);
    const addOnce = (): void => {
      if (groups) this.#push({ is: 'forget', ...groups });
      this.#add(node);
    };
    /** A fork to what follows it, which also leads past the repetitions. */
    const skips: number[][] = [];
    const addSkip = (): void => void skips.push(this.#fork(steps.length + 1));
    for (let time = 0; time < min; time++) {
      const before = steps.length;
      addOnce();
      if (steps.slice(before).every(({ is }) => is === 'keep' || is === 'forget')) break; // `(){1000000000}` asks for nothing, very often.
    }
    if (max === Infinity) {
      const loop = steps.length;
      addSkip();
      addOnce();
      this.#fork(loop);
    } else {
      for (let time = min; time < max; time++) {
        addSkip();
        addOnce();
      }
    }
    for (const skip of skips) {
      if (isLazy) skip.unshift(steps.length);
      else skip.push(steps.length);
    }
  }
}

/** The numbers of the first and the last group within a node. */
function groupsIn(node: PatternNode): { from: number; to: number } | undefined {
  const numbers = numbersIn(node);
  return numbers.length === 0
    ? undefined
    : { from: Math.min(...numbers), to: Math.max(...numbers) };
}

function numbersIn(node: PatternNode): number[] {
  if ('nodes' in node) return node.nodes.flatMap(numbersIn);
  if (node.is === 'group') return [node.number, ...numbersIn(node.node)];
  return node.is === 'repeat' ? numbersIn(node.node) : [];
}

function run(steps: readonly Step[], text: string): boolean {
  let active = new Set<number>();
  const symbols = Array.from(text);

  for (let at = 0; at <= symbols.length; at++) {
    // As with RegExp.test, a match may begin anywhere.
    const reached = new Set<number>();
    const place = { symbols, at };
    for (const from of [...active, 0]) {
      if (reach(steps, from, place, reached)) return true;
    }
    active = new Set();
    const symbol = symbols[at];
    for (const index of reached) {
      const step = steps[index];
      if (step?.is === 'symbol' && symbol !== undefined && step.matches(symbol)) {
        active.add(index + 1);
      }
    }
  }
  return false;
}

/** Follows all steps that need no symbol; true when they reach the end of the pattern. */
function reach(
  steps: readonly Step[],
  from: number,
  { symbols, at }: { symbols: readonly string[]; at: number },
  reached: Set<number>,
): boolean {
  const open = [from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const step = steps[index];
    if (step === undefined || reached.has(index)) continue;
    reached.add(index);
    if (step.is === 'match') return true;
    if (step.is === 'fork') open.push(...step.to);
    if (step.is === 'keep' || step.is === 'forget') open.push(index + 1);
    if (step.is === 'start' && at === 0) open.push(index + 1);
    if (step.is === 'end' && at === symbols.length) open.push(index + 1);
  }
  return false;
}
