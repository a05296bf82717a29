import type { UserCall } from '../../api/http/call.ts';
import { mayCount } from './find-project.ts';
import { term } from './result-counts.ts';
import { ofProject, type Visible } from './visible.ts';

/** What belongs to a project, each where the caller may list it and know that it does. */
const parts: Readonly<Record<string, readonly string[]>> = {
  sources: ['project'],
  extractions: ['project'],
  masters: ['project'],
};

/** The records of one resource that are of a project: a statement that answers with their `_id`s. */
export type OwnRecords = { resource: string; ids: string };

/** The records of a project by their resources; none where nothing of it may be listed. */
export function recordsOf(call: UserCall, sql: Visible, project: string): OwnRecords[] {
  const own = Object.entries(parts)
    .filter(([name, fields]) => mayCount(call, { [name]: fields }))
    .map(([name]) => ({
      resource: name,
      ids: `select t._id from ${sql.rows(name, ofProject(project))} t`,
    }));
  return [...own, ...mappingsOf(call, sql, project)];
}

/** A mapping belongs to no project; it is work for one that has its word. */
function mappingsOf(call: UserCall, sql: Visible, project: string): OwnRecords[] {
  const asked = {
    mappings: ['rawTerm', 'mappingType'],
    extractions: ['project', 'rawChemName', 'rawChemFunction', 'rawFoodContactArticle'],
  };
  if (!mayCount(call, asked)) return [];
  const ids = `select m._id from ${sql.rows('mappings')} m
     where (m."mappingType", ${term('m."rawTerm"')}) in (
       select w.type, ${term('w.word')} from (
         select distinct "rawChemName" as name, "rawChemFunction" as use, "rawFoodContactArticle" as article
         from ${sql.rows('extractions', ofProject(project))} t) x
       cross join lateral (values ('chem', x.name), ('chemFunction', x.use),
         ('foodContactArticle', x.article), ('foodContactMaterial', x.article)) w(type, word)
       where w.word is not null)`;
  return [{ resource: 'mappings', ids }];
}
