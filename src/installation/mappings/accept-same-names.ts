import {
  defineRoute,
  problem,
  refuse,
  type QueryRunner,
  type Store,
  type StoredRecord,
  type UserCall,
} from '../../api/extending.ts';
import { answer } from '../../api/http/answer/answer.ts';
import { withLongWorkStore } from '../../api/http/call.ts';
import { actorOf, queryContext } from '../../services/acting.ts';
import { failureProblems } from '../../services/write-problems.ts';
import { parseBody } from '../../api/http/json-body.ts';
import { json, jsonBody } from '../../api/http/operation/schemas.ts';
import { isRefusal } from '../../services/refusal.ts';
import { BulkSummary } from '../../contract/summary.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import { countFailure, createSummary } from '../../files/import/import-summary.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { ManyWrite } from '../../store/store.ts';
import { findHiddenMappings, mappingRights } from '../find-hidden.ts';
import { resourceNamed } from '../resource-named.ts';
import { sameNamesBody } from './contract.ts';
import { lockDecisions, nextNumber, toMappingId, toValues } from './decide.ts';
import { kinds, type Kind } from './kinds.ts';
import { refreshTermTables } from './refresh-term-tables.ts';
import { findSameNames, type SameName } from './same-names.ts';
import { readWidely } from './suggest/suggest-targets.ts';
import { findVersion, termSql } from './term-sql.ts';

/** Maps the previewed terms together, as one change set. */
export const acceptSameNames = defineRoute({
  method: 'POST',
  path: '/api/mappings/same-names',
  changeSet: 'mapping',
  once: true,
  needs: [...mappingRights, { may: 'create', of: 'mappings' }, { may: 'update', of: 'mappings' }],
  operation: () => ({
    operationId: 'mappings.acceptSameNames',
    summary: 'Map open terms to the targets with the same names',
    description: [
      'Takes terms and targets from `GET /api/mappings/same-names`. Each is checked again: one that is decided by now, or that no longer has the name or number of its target, fails with `S003`, and the others are mapped.',
      'The header `Change-Set` of the answer names the change set, for undoing all of it with `POST /api/changes/{id}/undo`.',
    ].join('\n'),
    tags: ['mappings'],
    requestBody: jsonBody(sameNamesBody),
    responses: { 200: json('The outcome; `row` is the position in `terms`, from 1', BulkSummary) },
    problems: [409, 413, 415, 422],
  }),
  run: async (ordinary) => {
    const read = await parseBody(ordinary, sameNamesBody);
    if (isRefusal(read)) return read;
    const hidden = findHiddenMappings(ordinary);
    if (hidden) return refuse(hidden);
    const { kind, terms } = read.value;
    const call = await withLongWorkStore(ordinary, 'bulk');
    const { database, store } = call.services;
    await refreshTermTables(database);
    const same = await readWidely(database, (sql) => findSameNames(sql, call.descriptor, kind));
    const sameByKey = new Map(same.map((each) => [toKey(each), each]));
    const chosen = new Map<string, Chosen>();
    const summary = { ...createSummary<{ row: number }>(), total: terms.length };
    for (const [at, term] of terms.entries()) {
      const match = sameByKey.get(toKey(term));
      const isFit = match?.target === term.target && !chosen.has(toKey(term));
      if (isFit) chosen.set(toKey(term), { ...match, row: at + 1 });
      else countFailure(summary, { row: at + 1 }, [problem('S003', 'term')]);
    }
    await store.transaction(async (inside, sql) => {
      await lockDecisions(sql);
      const { plans, failed } = await planWrites(call, kind, chosen, { store: inside, sql });
      for (const { row, problems } of failed) countFailure(summary, { row }, problems);
      const mappings = resourceNamed(call.descriptor, 'mappings');
      const writes = plans.map(({ write }) => write);
      const outcomes =
        plans.length > 0 ? await inside.writeMany(mappings, writes, actorOf(call)) : [];
      for (const [at, { row, write }] of plans.entries()) {
        const outcome = outcomes[at];
        if (!outcome) throw new Error('a write has no outcome');
        if ('failure' in outcome)
          countFailure(summary, { row }, failureProblems(call, mappings, outcome));
        else summary[write.expected === undefined ? 'created' : 'updated'] += 1;
      }
    });
    return answer(call, 200, BulkSummary, summary);
  },
});

type Chosen = SameName & { row: number };

function toKey({ term, cas }: { term: string; cas: string }): string {
  return JSON.stringify([term, cas]);
}

type Plans = {
  plans: { row: number; write: ManyWrite }[];
  failed: { row: number; problems: ReturnType<typeof problem>[] }[];
};

/** A waiting mapping of a term is reused; a term that somebody has decided about in the meantime fails. */
async function planWrites(
  call: UserCall,
  kind: Kind,
  chosen: ReadonlyMap<string, Chosen>,
  { store, sql }: { store: Store; sql: QueryRunner },
): Promise<Plans> {
  const resource = resourceNamed(call.descriptor, 'mappings');
  const version = await findVersion(sql);
  const before = await findMappings(sql, kind, version, chosen);
  const waiting = [...before.values()].map(({ _id }) => _id);
  const records = waiting.length > 0 ? await store.findMany(resource, '_id', waiting) : [];
  const current = new Map<string, StoredRecord>(records.map((each) => [each._id, each]));
  let number = await nextNumber(sql);
  const done: Plans = { plans: [], failed: [] };
  for (const [key, { row, printed, printedCas, count, target, name }] of chosen) {
    const existing = before.get(key);
    if (existing?.isDecided) {
      done.failed.push({ row, problems: [problem('S003', 'term')] });
      continue;
    }
    const about = { kind, term: printed, cas: printedCas };
    const values = toValues(
      { ...about, decision: 'approve', target, targetName: name, method: 'exact' },
      { kind, count },
    );
    const old = existing && current.get(existing._id);
    const fresh = {
      ...values,
      mappingId: toMappingId(number),
      mappingType: kind,
      rawTerm: printed,
      rawCas: printedCas,
      mappingVersion: version,
    };
    const context = queryContext(call, resource);
    const checked = old
      ? checkRecord({ ...context, mode: 'patch', body: values, current: old })
      : checkRecord({ ...context, mode: 'create', body: fresh });
    if ('problems' in checked) {
      done.failed.push({ row, problems: checked.problems });
      continue;
    }
    if (!old) number += 1;
    const written = checked.values;
    const write = old
      ? { id: old._id, values: written, expected: old._version }
      : { id: newId(), values: written };
    done.plans.push({ row, write });
  }
  return done;
}

type Before = { _id: string; term: string; cas: string; isDecided: boolean };

/** Reads the mappings of these terms with one statement; of several, one that decides counts. */
async function findMappings(
  sql: QueryRunner,
  kind: Kind,
  version: number,
  chosen: ReadonlyMap<string, Chosen>,
): Promise<Map<string, Before>> {
  const all = [...chosen.values()];
  const { rows } = await sql.query<Before>(
    `select m._id, a.term, a.cas, m.status in ('approved', 'rejected') as "isDecided"
     from (select *, ${termSql('"rawTerm"')} as term,
         ${kinds[kind].number ? termSql('"rawCas"') : `''::text`} as cas
       from mappings where "mappingType" = $1 and "mappingVersion" = $2) m
     join unnest($3::text[], $4::text[]) as a (term, cas)
       on a.term collate "C" = m.term and a.cas collate "C" = m.cas
     where not (m.status = 'approved' and $1 = 'chem' and m.chem is null)
     order by "isDecided", m."mappingId" desc`,
    [kind, version, all.map(({ term }) => term), all.map(({ cas }) => cas)],
  );
  return new Map(rows.map((row) => [toKey(row), row]));
}
