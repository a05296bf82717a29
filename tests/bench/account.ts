import type { Browser, Page } from '@playwright/test';

type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args?: { data?: { isOutermostMainFrame?: boolean } };
};

/** Milliseconds of the main thread by what it did; `idle` is the rest of the step. */
export type Step = Record<(typeof works)[number], number> & { from: number };

const works = ['evaluate', 'script', 'collect', 'style', 'layout', 'paint', 'other'] as const;

/** What a task of the browser is for. What is not here belongs to the task around it. */
const workOf: Readonly<Record<string, (typeof works)[number]>> = {
  RunTask: 'other',
  EvaluateScript: 'evaluate',
  'v8.evaluateModule': 'evaluate',
  'v8.compile': 'evaluate',
  'v8.compileModule': 'evaluate',
  FunctionCall: 'script',
  RunMicrotasks: 'script',
  FireAnimationFrame: 'script',
  TimerFire: 'script',
  EventDispatch: 'script',
  MinorGC: 'collect',
  MajorGC: 'collect',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};

/** In ms. */
const STEP = 50;

/** What the main thread of a page does until its rows are painted, in steps of 50 ms from the start of the navigation. */
export async function accountFor(
  browser: Browser,
  page: Page,
  visit: () => Promise<unknown>,
): Promise<Step[]> {
  const categories = [
    'devtools.timeline',
    'disabled-by-default-v8.compile',
    'v8',
    'blink.user_timing',
  ];
  await browser.startTracing(page, { categories });
  await visit();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return toSteps(trace.traceEvents.toSorted((one, other) => one.ts - other.ts));
}

function toSteps(events: readonly TraceEvent[]): Step[] {
  const end = events.findLast(({ name }) => name === 'rows painted');
  const start = events.findLast(
    ({ name, pid, ts }) => name === 'navigationStart' && pid === end?.pid && ts < end.ts,
  );
  if (!start || !end) throw new Error('the trace has no rows');
  const steps = Array.from({ length: Math.ceil((end.ts - start.ts) / 1_000 / STEP) }, (_, at) => {
    return { from: at * STEP, ...Object.fromEntries(works.map((work) => [work, 0])) } as Step;
  });
  const open: { until: number; work: (typeof works)[number] }[] = [];
  let now = start.ts;
  /** Adds the time up to a moment to the innermost work that is open until then. */
  const passTo = (moment: number): void => {
    while (now < moment) {
      while (open.length > 0 && open.at(-1)!.until <= now) open.pop();
      const inner = open.at(-1);
      const step = steps[Math.floor((now - start.ts) / 1_000 / STEP)];
      if (!step) return;
      const stepEnd = start.ts + (step.from + STEP) * 1_000;
      const to = Math.min(moment, inner?.until ?? moment, stepEnd);
      if (inner) step[inner.work] += (to - now) / 1_000;
      now = to;
    }
  };
  for (const { name, ph, ts, dur = 0, pid, tid } of events) {
    const work = workOf[name];
    if (pid !== end.pid || tid !== end.tid || ph !== 'X' || !work || ts < start.ts) continue;
    passTo(Math.min(ts, end.ts));
    open.push({ until: ts + dur, work });
  }
  passTo(end.ts);
  return steps;
}

/** The mean of the same step of several visits, as a table. */
export function meanOf(
  visits: readonly (readonly Step[])[],
): Record<string, Record<string, number>> {
  const length = Math.max(...visits.map((steps) => steps.length));
  const rows = Array.from({ length }, (_, at) => {
    const mean = (work: (typeof works)[number]) =>
      visits.reduce((sum, steps) => sum + (steps[at]?.[work] ?? 0), 0) / visits.length;
    const row = Object.fromEntries(works.map((work) => [work, Math.round(mean(work))]));
    const busy = Object.values(row).reduce((sum, time) => sum + time, 0);
    return [`${at * STEP} ms`, { ...row, idle: Math.max(0, STEP - busy) }] as const;
  });
  return Object.fromEntries(rows);
}
