import { setTimeout as sleep } from 'node:timers/promises';
import type { Check as CheckAnswer } from '../../../contract/checks.ts';
import { checkReasons, type CheckReason } from '../../../fields/problems/check-reasons.ts';
import { fillTemplate, type TemplateParams } from '../../../fields/problems/fill-template.ts';
import { toSizeText } from '../../../fields/problems/size-text.ts';
import type { ApiServices } from '../../api-services.ts';
import { type Check, type Finding, fail, fine, LEAST_FREE, LITTLE_FREE, warn } from './check.ts';
import { furtherChecks } from './further-checks.ts';

/** Milliseconds after which a check that has not ended counts as broken. */
const PATIENCE = 5_000;
/** Milliseconds for callers that cannot wait. */
const SOON = 300;

export type Checks = {
  /** Those that decide whether this server is ready. */
  core(): Promise<CheckAnswer[]>;
  /** All that apply to this installation. */
  all(): Promise<CheckAnswer[]>;
  /** Those with a result, of which a slow one may be old; for callers that cannot wait. */
  soon(): Promise<CheckAnswer[]>;
};

/** The checks of an installation. However often somebody asks, each runs only when its last result is old. */
export function createChecks(services: ApiServices): Checks {
  const core = createCoreChecks().map((check) => createRun(check, services));
  const further = furtherChecks.map((check) => createRun(check, services));
  const run = async (runs: readonly Run[]): Promise<CheckAnswer[]> =>
    await Promise.all(runs.filter(({ applies }) => applies()).map(({ result }) => result()));
  const all = [...core, ...further];
  return {
    core: () => run(core),
    all: () => run(all),
    async soon() {
      await Promise.race([run(all), sleep(SOON, undefined, { ref: false })]);
      return all.flatMap(({ applies, known: lastAnswer }) =>
        applies() ? (lastAnswer() ?? []) : [],
      );
    },
  };
}

type Run = {
  applies(): boolean;
  result(): Promise<CheckAnswer>;
  /** The last result. */
  known(): CheckAnswer | undefined;
};

function createRun(check: Check, services: ApiServices): Run {
  const { clock = Date.now } = services;
  let last: { at: number; answer: Promise<CheckAnswer> } | undefined;
  let lastAnswer: CheckAnswer | undefined;
  return {
    known: () => lastAnswer,
    applies: () => check.applies?.(services) ?? true,
    result() {
      const at = clock();
      if (!last || at - last.at >= check.fresh) {
        last = { at, answer: perform(check, services, at) };
        void last.answer.then((answer) => (lastAnswer = answer));
      }
      return last.answer;
    },
  };
}

async function perform(check: Check, services: ApiServices, at: number): Promise<CheckAnswer> {
  const began = performance.now();
  const finding = await Promise.race([check.run(services).catch(() => check.broken), late(check)]);
  const ms = Math.round((performance.now() - began) * 10) / 10;
  const moment = new Date(at).toISOString();
  if (finding.state === 'ok') return { name: check.name, state: 'ok', ms, at: moment };
  const { state, reason, params } = finding;
  return { name: check.name, state, ms, at: moment, reason, ...textsOf(reason, params), params };
}

/** The timer is left to run out, because it keeps no process alive. */
function late({ broken }: Check): Promise<Finding> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE, broken).unref());
}

function textsOf(reason: CheckReason, params: TemplateParams = {}) {
  const { says, advice }: { says: string; advice: string } = checkReasons[reason];
  const { size } = params;
  const shown = size === undefined ? params : { ...params, size: toSizeText(Number(size), 'en') };
  return { message: fillTemplate(says, shown), advice };
}

/** Frequent probes must cost nothing, and a load balancer must learn soon. */
const FRESH = 1_000;

/** What a server needs to answer requests. */
function createCoreChecks(): Check[] {
  let asking: ReturnType<typeof askDatabase> | undefined;
  // Checks that begin at the same time ask once.
  const ask = (services: ApiServices) =>
    (asking ??= askDatabase(services).finally(() => (asking = undefined)));
  return [
    {
      name: 'database',
      fresh: FRESH,
      broken: fail('databaseUnreachable'),
      run: async (services) => ((await ask(services)).isReadOnly ? fail('databaseReadOnly') : fine),
    },
    {
      name: 'tables',
      fresh: FRESH,
      broken: fail('databaseUnreachable'),
      run: async (services) => ((await ask(services)).isReady ? fine : fail('tablesBehind')),
    },
    {
      name: 'disk',
      fresh: FRESH,
      broken: fine,
      applies: ({ freeDisk }) => freeDisk !== undefined,
      run: async ({ freeDisk }) => findingOf((await freeDisk?.())?.database),
    },
  ];
}

/** On a connection of its own, so that it waits for no other work. */
async function askDatabase({ database, ready = () => true, log }: ApiServices) {
  try {
    return await database.probe(async (sql) => {
      const isReadOnly = await sql.value<boolean>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'`,
      );
      return { isReadOnly, isReady: await ready(sql) };
    });
  } catch (error) {
    log.warn({ err: error }, 'the readiness check failed');
    // Lists and records come from the replica.
    if (database.replica()?.inUse) return { isReadOnly: true, isReady: true };
    throw error;
  }
}

function findingOf(free = Infinity): Finding {
  if (free < LEAST_FREE) return fail('diskFull', { size: free });
  return free < LITTLE_FREE ? warn('diskLow', { size: free }) : fine;
}
