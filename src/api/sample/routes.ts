import { LoadedSample, Start } from '../../contract/meta.ts';
import { mayAdminister } from '../../descriptor/access.ts';
import { hasRecords } from '../../store/system/account.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import { type UserCall, withLongWorkStore } from '../http/call.ts';
import { actorOf, auditActorOf } from '../../services/acting.ts';
import { asChangeSet } from '../../services/change-set.ts';
import { json } from '../http/operation/schemas.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../services/refusal.ts';
import { onceRoute, type Route, route } from '../http/route.ts';
import { createWorkReporter } from '../../services/jobs/work-reporter.ts';
import { countSample, findSample, loadSample } from './load-sample.ts';
import { requireValue } from '../../fields/require-entry.ts';

/** The routes for the first visit to an installation. */
export function sampleRoutes(): Route[] {
  return [
    route('GET /api/info/start', answerStart, 'user', () => ({
      operationId: 'start',
      summary: 'Check whether the installation has records yet',
      responses: { 200: json('Whether the installation is empty', Start) },
    })),
    onceRoute('POST /api/admin/sample', loadNow, 'admin', () => ({
      operationId: 'loadSample',
      summary: 'Load the sample data',
      description:
        'Only into an installation without records (S030). Loads all records or none, as one change set that can be undone. Reports its progress as `process.progress` events.',
      responses: { 200: json('The number of new records of each collection', LoadedSample) },
      problems: [404],
    })),
  ];
}

async function answerStart(call: UserCall): Promise<Response> {
  const { services, descriptor, role } = call;
  const empty = !(await hasRecords(services.database.primaryOrReplica, descriptor));
  const sample = empty && mayAdminister(descriptor, role) && (await findFolder(call)) !== undefined;
  return answer(call, 200, Start, { empty, sample });
}

/** The folder of the sample data, if the descriptor declares all of its collections. */
async function findFolder({ services, descriptor }: UserCall): Promise<string | undefined> {
  const folder = services.sample?.();
  return folder !== undefined && (await findSample(descriptor, folder)) ? folder : undefined;
}

async function loadNow(call: UserCall): Promise<Reply> {
  const folder = await findFolder(call);
  if (folder === undefined) return refuseAs('S001');
  return call.services.database.alone(async (connection) => {
    const { rows } = await connection.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(${LOCK}) as "isOurs"`,
    );
    if (!rows[0]?.isOurs) return refuseAs('S012');
    try {
      const done = await load(call, folder);
      return isRefusal(done) ? done : answer(done.call, 200, LoadedSample, done.loaded);
    } finally {
      await connection.query(`select pg_advisory_unlock(${LOCK})`);
    }
  });
}

const LOCK = `hashtext('sample')`;

type Done = { call: UserCall; loaded: LoadedSample };

async function load(ordinary: UserCall, folder: string): Promise<Done | Refusal> {
  const { services, descriptor } = ordinary;
  if (await hasRecords(services.database, descriptor)) return refuseAs('S030');
  const working = await withLongWorkStore(ordinary, 'import');
  const detail = { file: 'sample' };
  const call = await asChangeSet(working, { way: 'import', resource: null, detail });
  const progress = createProgress(call, await countSample(folder));
  const { store } = call.services;
  const by = actorOf(call);
  const observe = progress.step;
  // Screens show it as running until they hear of its end, also of a failure.
  const loading = { descriptor, store, fileServices: call.services, by, observe };
  const summaries = requireValue(
    await loadSample(loading, folder).finally(() => progress.end()),
    'summary of the sample',
  );
  const problems = [...summaries].flatMap(([name, summary]) =>
    summary.problems.map(({ row, ...rest }) => ({
      ...rest,
      path: `${name}.${row}.${rest.path}`,
    })),
  );
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const created = Object.fromEntries(
    [...summaries].map(([name, summary]) => [name, summary.created]),
  );
  const total = Object.values(created).reduce((sum, count) => sum + count, 0);
  await writeAudit(services.database, {
    action: 'sampleLoaded',
    ...auditActorOf(call),
    detail: { created: total },
  });
  return { call, loaded: { created } };
}

/** Milliseconds between reports. Shorter than for an import, because a sample is small. */
const EVERY = 250;

function createProgress(call: UserCall, total: number) {
  let rows = 0;
  const [resource = ''] = call.descriptor.resources.keys();
  const work = { work: 'process', id: call.requestId, resource } as const;
  const reporter = createWorkReporter(call, work, () => ({ rows, total, counts: {} }), EVERY);
  reporter.say('running');
  return {
    step: ({ outcome }: { outcome: string }) => {
      if (outcome !== 'waiting') rows += 1;
      reporter.tell();
    },
    end: () => reporter.say('done'),
  };
}
