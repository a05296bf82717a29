import { requireItem, requireLast } from '../../fields/require-entry.ts';
import { RecordHistory } from '../../contract/past.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { suggestHint } from '../../descriptor/suggest.ts';
import { problem } from '../../fields/problems/problem.ts';
import { listHistory } from '../../store/system/past/record-history.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { refuseAs, refuseQuery } from '../../services/refusal.ts';
import { readPastTitles } from './past-titles.ts';
import { hidesFields, pastFields, toVersion } from './to-version.ts';
import { findVisible } from './visible-versions.ts';

export const historyPage = { usual: 20, most: 100 };

/** Lists the versions of a record, newest first, also of one that was deleted. */
export async function listVersions(call: UserCall, resource: Resource): Promise<Reply> {
  const { id } = call.params;
  const readable = pastFields(call, resource);
  const reader = createQueryReader(call.query);
  const { timeZone } = resource;
  const fields = reader.list('field');
  const query = {
    readable: hidesFields(call, resource) ? readable : undefined,
    fields,
    by: reader.list('by'),
    from: reader.moment('from', timeZone),
    before: reader.moment('to', timeZone, true),
    after: reader.cursor(/^\d{1,18}$/),
  };
  const perPage = reader.perPage(historyPage.usual, historyPage.most);
  const unknown = fields.filter((name) => !readable.includes(name));
  const problems = [
    ...reader.problems(),
    ...unknown
      .slice(0, 20)
      .map((name) => problem('Q002', 'field', {}, suggestHint(name, readable))),
  ];
  if (problems.length > 0) return refuseQuery(problems);
  if (!isRecordId(id)) return refuseAs('S001');

  const { database } = call.services;
  const subject = { resource: resource.name, id };
  const rows = await listHistory(database.primaryOrReplica, subject, {
    ...query,
    most: perPage + 1,
  });
  const page = rows.slice(0, perPage);
  const visible = await findVisible(call, resource, id, page);
  if (!visible) return refuseAs('S001');

  // What changed only fields that are no longer declared shows nothing.
  const versions = visible
    .map((each) => ({ seq: each.row.seq, version: toVersion(call, each, readable) }))
    .filter(({ version: { operation, changes } }) => operation !== 'update' || changes.length > 0);
  const refers = new Set(readable.filter((name) => resource.fields.get(name)?.kind.relation));
  const moments = versions.map(({ seq, version: { changes } }) => ({
    seq,
    values: changes.flatMap(({ path, before, after }) =>
      refers.has(path) ? [[path, before] as const, [path, after] as const] : [],
    ),
  }));
  const titles = await readPastTitles(call, resource, moments);
  const data = versions.map(({ version }, at) => ({ ...version, titles: requireItem(titles, at) }));
  const next = rows.length > perPage ? requireLast(page).seq : null;
  return answer(call, 200, RecordHistory, { data, next });
}
