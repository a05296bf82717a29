import type { Step } from './linear-pattern.ts';

/**
 * The most comparisons of a symbol for one text. One match takes text × pattern, but a text can have as many matches as
 * symbols, and each can read on to the end.
 */
const MOST_WORK = 2_000_000;

/** Where a match and its groups begin and end: the match in 0 and 1, the first group in 2 and 3. */
type Slots = readonly (number | undefined)[];

type Thread = { at: number; slots: Slots };

/** The text with each match replaced as JavaScript does; undefined if that is too much work. */
export function replaceMatches(
  steps: readonly Step[],
  text: string,
  by: string,
): string | undefined {
  const symbols = Array.from(text);
  const work = { left: MOST_WORK };
  let done = '';
  let from = 0;
  for (let begin = 0; begin <= symbols.length;) {
    const found = findMatch({ steps, symbols, work }, begin);
    if (work.left < 0) return undefined;
    if (!found) break;
    const [start = 0, end = 0] = found;
    done += symbols.slice(from, start).join('') + fill(by, symbols, found);
    from = end;
    // An empty match would be found again.
    begin = end === start ? end + 1 : end;
  }
  return done + symbols.slice(from).join('');
}

type Search = { steps: readonly Step[]; symbols: readonly string[]; work: { left: number } };

/**
 * The first match from a place on. All threads advance together, in the order in which JavaScript would try them, and
 * each step has one thread at most (Pike 1987).
 */
function findMatch(search: Search, begin: number): Slots | undefined {
  const { steps, symbols, work } = search;
  let threads: Thread[] = [];
  let match: Slots | undefined;
  for (let place = begin; place <= symbols.length; place++) {
    if (!match) threads = startThread(search, threads, place);
    if (threads.length === 0 && match) break;
    work.left -= threads.length;
    if (work.left < 0) return undefined;
    const next: Thread[] = [];
    const reached = new Set<number>();
    for (const { at, slots } of threads) {
      const step = steps[at]!;
      if (step.is === 'match') {
        match = slots.with(1, place);
        // The threads behind this one would only be tried if it had failed.
        break;
      }
      const symbol = symbols[place];
      if (step.is === 'symbol' && symbol !== undefined && step.matches(symbol))
        follow(search, next, reached, { at: at + 1, slots }, place + 1);
    }
    threads = next;
  }
  return match;
}

/** A match may also begin here, if none of those that began earlier succeeds. */
function startThread(search: Search, threads: readonly Thread[], place: number): Thread[] {
  const all = [...threads];
  const reached = new Set(threads.map(({ at }) => at));
  follow(search, all, reached, { at: 0, slots: [place, place] }, place);
  return all;
}

/** Adds the threads that a step leads to without a symbol, the first to try first. */
function follow(
  { steps, symbols }: Search,
  threads: Thread[],
  reached: Set<number>,
  first: Thread,
  place: number,
): void {
  const open = [first];
  for (let thread = open.pop(); thread; thread = open.pop()) {
    const { at, slots } = thread;
    const step = steps[at]!;
    if (reached.has(at)) continue;
    reached.add(at);
    const goOn = { at: at + 1, slots };
    if (step.is === 'symbol' || step.is === 'match') threads.push(thread);
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
