import { z } from 'zod';
import {
  defineRoute,
  problem,
  refuse,
  type Problem,
  type Refusal,
  type StoredRecord,
  type UserCall,
} from '../../api/extending.ts';
import { answer, type Reply } from '../../api/http/answer/answer.ts';
import { withLongWorkStore } from '../../api/http/call.ts';
import { parseOptionalBody } from '../../api/http/json-body.ts';
import { json, jsonBody } from '../../api/http/operation/schemas.ts';
import { isRefusal, refuseAs } from '../../services/refusal.ts';
import { parseRecords } from '../../store/memory/free-memory.ts';
import { Generated } from './contract.ts';
import { readDictionary, dictionaryFields } from './dictionary.ts';
import {
  extractionFilter,
  groupExtractions,
  toMaster,
  extractionFields,
} from './group-extractions.ts';
import { countOf } from './read-all.ts';
import { resourceNamed } from '../resource-named.ts';
import { writeMasters } from './write-masters.ts';
import { findHidden } from '../find-hidden.ts';
import { createWorkReporter } from '../../services/jobs/work-reporter.ts';
import { oneRecordPaging } from '../../descriptor/filter/filter.ts';

const body = z.strictObject({
  projectId: z.string().min(1).max(200).nullish(),
  mappingId: z.string().min(1).max(200).nullish(),
  dryRun: z.boolean().default(false),
});

const MOST_TERMS = 1_000;

/** Generates harmonised records from extractions and mappings. */
export const generate = defineRoute({
  method: 'POST',
  path: '/api/process/generate',
  once: true,
  changeSet: 'generate',
  needs: [
    { may: 'create', of: 'masters' },
    { may: 'update', of: 'masters' },
    { may: 'list', of: 'masters' },
    { may: 'list', of: 'extractions' },
    { may: 'list', of: 'mappings' },
    { may: 'list', of: 'chems' },
    { may: 'list', of: 'projects' },
  ],
  operation: () => ({
    operationId: 'masters.generate',
    summary: 'Generate masters from extractions and mappings',
    description: [
      'Generates one master per chem, material group, material, article and test type from all extractions, or those of a project, that are not rejected.',
      'Uses the approved mappings with the same version as `mappingId`, or with the newest version that has any.',
      'The same input always gives the same masters; masters that no longer result from it become superseded. `dryRun` shows the result without writing anything.',
      '`projectId` and `mappingId` can be an `_id` or an import key. Only one generation can run at a time (409).',
    ].join('\n'),
    tags: ['masters'],
    requestBody: { ...jsonBody(body), required: false },
    responses: { 200: json('The result of the generation', Generated) },
    problems: [409, 413, 415, 422],
  }),
  run: async (call) => {
    const parsed = await parseOptionalBody(call, body);
    if (isRefusal(parsed)) return parsed;
    const { projectId, mappingId, dryRun } = parsed.value;
    const hidden = findHiddenOfGeneration(call);
    if (hidden) return refuse(hidden);
    const project = await findNamed(call, 'projects', 'projectId', projectId);
    if (isRefusal(project)) return project;
    const mapping = await findNamed(call, 'mappings', 'mappingId', mappingId);
    if (isRefusal(mapping)) return mapping;
    const mappingVersion = mapping.record
      ? Number(mapping.record['mappingVersion'])
      : await newestVersion(call);
    return alone(call, async () => {
      const working = await withLongWorkStore(call, 'import');
      const options = { project: project.record, mappingVersion, dryRun };
      return answer(call, 200, Generated, await run(working, options));
    });
  },
});

type Wanted = { project: StoredRecord | undefined; mappingVersion: number | null; dryRun: boolean };

async function run(
  call: UserCall,
  { project, mappingVersion, dryRun }: Wanted,
): Promise<Generated> {
  const { services, descriptor } = call;
  const reader = { store: services.store, descriptor };
  const of = project ? { _id: project._id, key: String(project['key']) } : null;
  const dictionary = await readDictionary(reader, mappingVersion);
  const progress = createGenerateProgress(call);
  const filter = extractionFilter(of?._id ?? null);
  progress.begin('reading', await countOf(reader, 'extractions', filter));
  const result = await groupExtractions(reader, dictionary, { filter, onRow: progress.step });
  const masters = new Map(
    [...result.groups].map(([key, group]) => {
      const master = toMaster(key, group, { project: of, mappingVersion });
      return [master.masterId, master];
    }),
  );
  progress.begin('writing', masters.size);
  const { failed, problems, ...written } = await writeMasters(call, masters, {
    project: of?._id ?? null,
    dryRun,
    generatedAt: new Date().toISOString(),
    onMaster: progress.step,
  });
  progress.end();
  return {
    total: masters.size,
    ...written,
    failed: result.unreadable + failed,
    unmapped: result.unmapped.slice(0, MOST_TERMS),
    unmappedTerms: result.unmapped.length,
    extractions: result.extractions,
    leftOut: result.leftOut,
    unreadable: result.unreadable,
    withoutArticle: result.withoutArticle,
    mappingVersion,
    dryRun,
    problems,
  };
}

/** Finds a record by its `_id` or its import key. */
async function findNamed(
  { descriptor, services }: UserCall,
  name: string,
  path: string,
  value: string | null | undefined,
): Promise<{ record: StoredRecord | undefined } | Refusal> {
  if (value === null || value === undefined) return { record: undefined };
  const resource = resourceNamed(descriptor, name);
  for (const by of ['_id', ...(resource.importKey.length === 1 ? resource.importKey : [])]) {
    const [record] = await services.store.findMany(resource, by, [value]);
    if (record) return { record };
  }
  return refuse(problem('V014', path, { value }));
}

/** The highest version with an approved mapping. */
async function newestVersion({ descriptor, services }: UserCall): Promise<number | null> {
  const list = await services.store.list(resourceNamed(descriptor, 'mappings'), {
    ...oneRecordPaging,
    filter: { path: 'status', operator: 'eq', operands: ['approved'] },
    sort: [{ path: 'mappingVersion', descending: true }],
    fields: ['mappingVersion'],
  });
  const [newest] = parseRecords(list) as { mappingVersion?: number }[];
  return newest?.mappingVersion ?? null;
}

/** Runs one generation at a time on all servers. The lock ends with the connection, even if this server crashes. */
async function alone({ services }: UserCall, work: () => Promise<Response>): Promise<Reply> {
  return services.database.alone(async (connection) => {
    const { rows } = await connection.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(${LOCK}) as "isOurs"`,
    );
    if (!rows[0]?.isOurs) return refuseAs('S012');
    try {
      return await work();
    } finally {
      // The connection may end moments after the answer, and the next caller would be refused until then.
      await connection.query(`select pg_advisory_unlock(${LOCK})`);
    }
  });
}

const LOCK = `hashtext('masters.generate')`;

/**
 * The caller must see everything that goes into a generation: with only some extractions, it
 * would create other masters and supersede those of the rest.
 */
function findHiddenOfGeneration(call: UserCall): Problem | undefined {
  const hidden = findHidden(call, {
    ...dictionaryFields,
    extractions: ['extractionId', 'status', 'project', ...extractionFields],
  });
  const masters = resourceNamed(call.descriptor, 'masters');
  const isLimited = call.restriction?.rowsOf(masters)?.see;
  return hidden ?? (isLimited && problem('A012', 'masters', { role: call.role }));
}

/** The phases, in this order. */
type GeneratePhase = 'reading' | 'writing';

/** Milliseconds between reports. Shorter than for an import, because a generation takes only seconds. */
const EVERY = 250;

/** Reports to the caller how many extractions are read, then how many masters are compared and written. */
function createGenerateProgress(call: UserCall) {
  let at = { phase: 'reading' as GeneratePhase, rows: 0, total: 0 };
  const work = { work: 'process', id: call.requestId, resource: 'masters' } as const;
  const teller = createWorkReporter(call, work, () => ({ ...at, counts: {} }), EVERY);
  return {
    begin(phase: GeneratePhase, total: number) {
      at = { phase, rows: 0, total };
      teller.say('running');
    },
    step() {
      at.rows += 1;
      teller.tell();
    },
    end: () => teller.say('done'),
  };
}
