import { requireItem } from '../require-entry.ts';
export type Step =
  | { is: 'symbol'; matches: (symbol: string) => boolean }
  | { is: 'start' | 'end' | 'match' }
  /** Goes on at each of these; the first is tried first. */
  | { is: 'fork'; to: number[] }
  /** Keeps the place in the text: where the group begins, or ends. */
  | { is: 'keep'; slot: number }
  /** Forgets the groups from one number to another: each repetition begins without them. */
  | { is: 'forget'; from: number; to: number };

/**
 * How much may still be done, in symbols that are passed over; at least 10,000 take a millisecond. One match takes
 * text × pattern, but a text can have as many matches as symbols, and each can read on to the end.
 */
export type PatternWork = { left: number };

/** Where a match and its groups begin and end: the match in 0 and 1, the first group in 2 and 3. */
type Slots = readonly (number | undefined)[];

type Thread = { at: number; slots: Slots };

/** Threads in the order to try them, and the steps that they have reached: each has one thread at most. */
type Threads = { all: Thread[]; reached: Set<number> };

/** The steps of a pattern, and those with which a match can begin. */
export type Program = { steps: readonly Step[]; first: readonly Step[] };

/** The text with each match replaced as JavaScript does; undefined if that is more work than is left. */
export function replaceMatches(
  { steps, first }: Program,
  text: string,
  { by, work }: { by: string; work: PatternWork },
): string | undefined {
  if (text.length > work.left) return undefined;
  const symbols = Array.from(text);
  let done = '';
  let from = 0;
  for (let begin = 0; begin <= symbols.length;) {
    const match = findMatch({ steps, symbols, work, first }, begin);
    if (work.left < 0) return undefined;
    if (!match) break;
    const [start = 0, end = 0] = match;
    const filled = fill(by, symbols, match);
    work.left -= filled.length;
    done += symbols.slice(from, start).join('') + filled;
    from = end;
    // An empty match would be found again.
    begin = end === start ? end + 1 : end;
  }
  return done + symbols.slice(from).join('');
}

/** What a step of a thread costs more than passing over a symbol. */
const THREAD = 5;

type Search = Program & { symbols: readonly string[]; work: PatternWork };

/** The steps that are reached without a symbol; what stands behind an assertion is not among them. */
export function firstSteps(steps: readonly Step[]): Step[] {
  const open = [0];
  const positions = new Set<number>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const step = requireItem(steps, at);
    if (positions.has(at)) continue;
    positions.add(at);
    if (step.is === 'fork') open.push(...step.to);
    else if (step.is === 'keep' || step.is === 'forget') open.push(at + 1);
  }
  return [...positions].map((at) => requireItem(steps, at));
}

/** Whether a match can begin at a place, as far as its first symbol tells. Most places of a text are passed over so. */
function mayBegin({ first, symbols }: Search, place: number): boolean {
  const symbol = symbols[place];
  return first.some((step) => {
    if (step.is === 'symbol') return symbol !== undefined && step.matches(symbol);
    if (step.is === 'start') return place === 0;
    return step.is === 'match' || (step.is === 'end' && symbol === undefined);
  });
}

/**
 * The first match from a place on. All threads advance together, in the order in which JavaScript would try them, and
 * each step has one thread at most (Pike 1987).
 */
function findMatch(search: Search, begin: number): Slots | undefined {
  const { steps, symbols, work } = search;
  let threads: Thread[] = [];
  let match: Slots | undefined;
  for (let place = begin; place <= symbols.length; place++) {
    work.left -= 1 + THREAD * threads.length;
    if (work.left < 0) return undefined;
    if (!match && mayBegin(search, place)) threads = startThread(search, threads, place);
    if (threads.length === 0) {
      if (match) break;
      continue;
    }
    const next: Threads = { all: [], reached: new Set() };
    for (const { at, slots } of threads) {
      const step = requireItem(steps, at);
      if (step.is === 'match') {
        match = slots.with(1, place);
        // The threads behind this one would only be tried if it had failed.
        break;
      }
      const symbol = symbols[place];
      if (step.is === 'symbol' && symbol !== undefined && step.matches(symbol))
        follow(search, next, { at: at + 1, slots }, place + 1);
    }
    threads = next.all;
  }
  return match;
}

/** A match may also begin here, if none of those that began earlier succeeds. */
function startThread(search: Search, threads: readonly Thread[], place: number): Thread[] {
  const next = { all: [...threads], reached: new Set(threads.map(({ at }) => at)) };
  follow(search, next, { at: 0, slots: [place, place] }, place);
  return next.all;
}

/** Adds the threads that a step leads to without a symbol, the first to try first. */
function follow(
  { steps, symbols, work }: Search,
  { all, reached }: Threads,
  first: Thread,
  place: number,
): void {
  const open = [first];
  for (let thread = open.pop(); thread; thread = open.pop()) {
    const { at, slots } = thread;
    const step = requireItem(steps, at);
    if (reached.has(at)) continue;
    reached.add(at);
    work.left -= step.is === 'keep' || step.is === 'forget' ? 2 * THREAD : THREAD;
    const goOn = { at: at + 1, slots };
    if (step.is === 'symbol' || step.is === 'match') all.push(thread);
    else if (step.is === 'fork')
      open.push(...step.to.map((to) => ({ at: to, slots })).toReversed());
    else if (step.is === 'keep') open.push({ at: at + 1, slots: keep(slots, step.slot, place) });
    else if (step.is === 'forget') open.push({ at: at + 1, slots: forget(slots, step) });
    else if (step.is === 'start' ? place === 0 : place === symbols.length) open.push(goOn);
  }
}

function keep(slots: Slots, slot: number, place: number): Slots {
  const kept = [...slots];
  kept[slot] = place;
  return kept;
}

function forget(slots: Slots, { from, to }: { from: number; to: number }): Slots {
  return slots.map((place, slot) => (slot >= 2 * from && slot <= 2 * to + 1 ? undefined : place));
}

function fill(by: string, symbols: readonly string[], slots: Slots): string {
  return by.replace(/\$([$&]|\d)/g, (whole, name: string) => {
    if (name === '$') return '$';
    const group = name === '&' ? 0 : Number(name);
    if (name === '0') return whole;
    const [start, end] = [slots[2 * group], slots[2 * group + 1]];
    return start === undefined || end === undefined ? '' : symbols.slice(start, end).join('');
  });
}
