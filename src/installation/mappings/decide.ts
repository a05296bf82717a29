import type { UserCall } from '../../api/http/call.ts';
import { actorOf, queryContext } from '../../services/acting.ts';
import { answer } from '../../api/http/answer/answer.ts';
import { defineRoute, problem } from '../../api/extending.ts';
import { json, jsonBody } from '../../api/http/operation/schemas.ts';
import { parseBody } from '../../api/http/json-body.ts';
import { isRefusal, refuse, type Refusal } from '../../services/refusal.ts';
import { resourceNamed } from '../resource-named.ts';
import { toTerm } from '../masters/term.ts';
import { decisionBody, Decisions, type Decision } from './contract.ts';
import { findHiddenMappings, mappingRights } from '../find-hidden.ts';
import { refuseWrite } from '../../services/refuse-write.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import { foldText } from '../../fields/text/fold-text.ts';
import type { Actor, QueryRunner, Store, StoredRecord } from '../../store/store.ts';
import { kinds, type Kind } from './kinds.ts';
import { termSql, longestWord, findVersion } from './term-sql.ts';
import { findPlace } from '../../store/schema/place.ts';
import { abortWith, untilAborted } from '../../services/abort.ts';

/** Stores what a term means, once for all rows that contain it. */
export const decide = defineRoute({
  method: 'POST',
  path: '/api/mappings/decisions',
  changeSet: 'mapping',
  once: true,
  needs: [...mappingRights, { may: 'create', of: 'mappings' }, { may: 'update', of: 'mappings' }],
  operation: () => ({
    operationId: 'mappings.decide',
    summary: 'Decide on a raw term',
    description: [
      '`approve` writes an approved mapping, which applies to every extraction with the term; `reject` rejects the term;',
      '`keep` keeps one of several approved mappings and rejects the others. If the term has a mapping that is not approved, the request reuses it instead of creating a new one.',
      '`before` contains the previous values of each record. The header `Change-Set` of the answer names the change set, for undoing the decision with `POST /api/changes/{id}/undo`. 412: someone else has decided in the meantime.',
    ].join('\n'),
    tags: ['mappings'],
    requestBody: jsonBody(decisionBody),
    responses: { 200: json('The changed records', Decisions) },
    problems: [409, 412, 413, 415, 422],
  }),
  run: async (call) => {
    const read = await parseBody(call, decisionBody);
    if (isRefusal(read)) return read;
    const hidden = findHiddenMappings(call);
    if (hidden) return refuse(hidden);
    const { kind, term, cas } = read.value;
    const key = { kind, term: toTerm(term), cas: kind === 'chem' ? toTerm(cas) : '' };
    const count = await countRows(
      call.services.database,
      resourceNamed(call.descriptor, 'extractions'),
      key,
    );
    const written = await writeDecision(call, read.value, { ...key, count, by: actorOf(call) });
    if (isRefusal(written)) return written;
    return answer(call, 200, Decisions, { ...written, count });
  },
});

/** The fields of a mapping that a decision writes, and that undoing it restores. */
const decided = ['status', 'chem', 'chemFunction', 'target', 'targetName', 'method'] as const;

type Change = Decisions['decided'][number];
type About = TermKey & { count: number; by: Actor };

/**
 * Runs one decision at a time on all servers. Otherwise two decisions about one term could
 * create a conflict, and two new mappings could get the same number.
 */
async function writeDecision(
  call: UserCall,
  decision: Decision,
  about: About,
): Promise<{ decided: Change[]; version: number } | Refusal> {
  return await untilAborted(() =>
    call.services.store.transaction(async (store, sql) => {
      await lockDecisions(sql);
      const version = await findVersion(sql);
      const writing: Writing = { call, store, about, version };
      const mappings = await findMappings(
        sql,
        resourceNamed(call.descriptor, 'mappings'),
        about,
        version,
      );
      const approved = mappings.filter(({ status }) => status === 'approved');
      if (decision.decision === 'keep')
        return { decided: await saveDecision(writing, decision.mapping, approved), version };
      if (approved.length > 0) abortWith(refuseDecided(approved));
      const values = toValues(decision, about);
      const [before] = mappings;
      const written = before
        ? await change(writing, before, values)
        : await add(writing, decision, {
            ...values,
            mappingId: toMappingId(await nextNumber(sql)),
          });
      return { decided: [written], version };
    }),
  );
}

type Writing = { call: UserCall; store: Store; about: About; version: number };

/** Returns the mappings that decide about the term; the first one is reused. */
async function findMappings(
  sql: QueryRunner,
  mappings: Resource,
  { kind, term, cas }: TermKey,
  version: number,
): Promise<StoredRecord[]> {
  const beside = kinds[kind].number ? `and ${termSql('"rawCas"')} = $4` : `and $4 = ''`;
  const { rows } = await sql.query<StoredRecord>(
    `select _id, _version, "mappingId", ${decided.map((name) => `"${name}"`).join(', ')}
     from mappings
     where "mappingType" = $1 and "mappingVersion" = $2 and ${termSql('"rawTerm"')} = $3 ${beside}
       ${withWord(mappings, 'rawTerm', '$5')}
       and not (status = 'approved' and $1 = 'chem' and chem is null)
     order by "mappingId"`,
    [kind, version, term, cas, toPattern(term)],
  );
  return rows;
}

async function saveDecision(
  writing: Writing,
  id: string,
  approved: readonly StoredRecord[],
): Promise<Change[]> {
  const others = approved.filter(({ _id }) => _id !== id);
  if (others.length === approved.length)
    abortWith(refuse(problem('V014', 'mapping', { value: id })));
  const written: Change[] = [];
  for (const other of others) written.push(await change(writing, other, { status: 'rejected' }));
  return written;
}

export function toValues(
  decision: Decision,
  { kind, count }: Pick<About, 'kind' | 'count'>,
): Record<string, unknown> {
  const nothing = { chem: null, chemFunction: null, target: null, targetName: null };
  if (decision.decision !== 'approve')
    return { ...nothing, status: 'rejected', method: 'manual', occurrences: count };
  const { target, targetName = null, method } = decision;
  return {
    ...nothing,
    status: 'approved',
    method,
    targetName,
    occurrences: count,
    [kinds[kind].target]: target,
  };
}

async function add(
  writing: Writing,
  { kind, term, cas }: Decision,
  values: Record<string, unknown>,
): Promise<Change> {
  const { call, store, about, version } = writing;
  const resource = resourceNamed(call.descriptor, 'mappings');
  const rawCas = about.cas === '' ? null : cas;
  const body = { ...values, mappingType: kind, rawTerm: term, rawCas, mappingVersion: version };
  const checked = check(call, { mode: 'create', body });
  const outcome = await store.create(resource, checked, about.by);
  if ('failure' in outcome) abortWith(refuseWrite(call, resource, outcome));
  const { _id, _version } = outcome.record;
  const before = { ...Object.fromEntries(decided.map((name) => [name, null])), status: 'unmapped' };
  return { _id, _version, before };
}

async function change(
  { call, store, about }: Writing,
  current: StoredRecord,
  values: Record<string, unknown>,
): Promise<Change> {
  const resource = resourceNamed(call.descriptor, 'mappings');
  const row = await store.get(resource, current._id);
  if (!row) abortWith(refuseWrite(call, resource, { failure: 'missing' }));
  const whole = JSON.parse(row.json) as StoredRecord;
  const checked = check(call, { mode: 'patch', body: values, current: whole });
  const outcome = await store.update(resource, whole._id, whole._version, checked, about.by);
  if ('failure' in outcome) abortWith(refuseWrite(call, resource, outcome));
  const { _id, _version } = outcome.record;
  return { _id, _version, before: Object.fromEntries(decided.map((name) => [name, whole[name]])) };
}

type Checked = { mode: 'create' | 'patch'; body: Record<string, unknown>; current?: StoredRecord };

function check(call: UserCall, how: Checked): Record<string, unknown> {
  const resource = resourceNamed(call.descriptor, 'mappings');
  const checked = checkRecord({ ...queryContext(call, resource), ...how });
  if ('problems' in checked) abortWith(refuse(checked.problems, { status: 422 }));
  return checked.values;
}

/** The number of the next mapping; see {@link toMappingId}. */
export async function nextNumber(sql: QueryRunner): Promise<number> {
  const { rows } = await sql.query<{ last: number | null }>(
    `select max((regexp_match("mappingId", '^MAP-(\\d{1,12})$'))[1]::bigint) as last from mappings`,
  );
  return (rows[0]?.last ?? 0) + 1;
}

/** The name of a mapping in the format of existing ones: `MAP-00042`. */
export function toMappingId(number: number): string {
  return `MAP-${String(number).padStart(5, '0')}`;
}

/** One call decides at a time, on all servers. */
export async function lockDecisions(sql: QueryRunner): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('mappings.decide'))`);
}

function refuseDecided([current]: readonly StoredRecord[]): Refusal {
  return refuse(problem('S003', 'term'), { extra: { current } });
}

type TermKey = { kind: Kind; term: string; cas: string };

/** Counts the extractions with the term, among those from which masters are generated. */
async function countRows(
  sql: QueryRunner,
  extractions: Resource,
  { kind, term, cas }: TermKey,
): Promise<number> {
  const { term: field, number } = kinds[kind];
  const beside = number ? `and ${termSql(`"${number}"`)} = $2` : `and $2 = ''`;
  const { rows } = await sql.query<{ count: number }>(
    `select count(*) as count from extractions
     where status is distinct from 'rejected' and detected is not null
       and ${termSql(`"${field}"`)} = $1 ${beside} ${withWord(extractions, field, '$3')}`,
    [term, cas, toPattern(term)],
  );
  return rows[0]?.count ?? 0;
}

/** Narrows to records that contain a word of the term, with the index of their words if it has the field. */
function withWord(resource: Resource, field: string, pattern: string): string {
  const { words } = findPlace(resource, field, '');
  return words === undefined ? `and ${pattern}::text is not null` : `and ${words} like ${pattern}`;
}

function toPattern(term: string): string {
  return `%${foldText(longestWord(term)).replace(/[\\%_]/g, '\\$&')}%`;
}
