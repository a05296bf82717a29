import type { UserCall } from '../../api/call.ts';
import { mayCount } from './find-project.ts';
import { term } from './result-counts.ts';
import { ofProject, type Visible } from './visible.ts';

/** What belongs to a project, each where the caller may list it and know that it does. */
const parts: Readonly<Record<string, readonly string[]>> = {
  sources: ['project'],
  extractions: ['project'],
  masters: ['project'],
};

/** The records of a project as rows of `resource` and `_id`; none where nothing of it may be listed. */
export function recordsOf(call: UserCall, sql: Visible, project: string): string {
  const own = Object.entries(parts)
    .filter(([name, fields]) => mayCount(call, { [name]: fields }))
    .map(
      ([name]) => `select '${name}' as resource, _id from ${sql.rows(name, ofProject(project))} t`,
    );
  return (
    [...own, ...mappingsOf(call, sql, project)].join(' union all ') ||
    `select '' as resource, '' as _id where false`
  );
}

/** A mapping belongs to no project; it is work for one that has its word. */
function mappingsOf(call: UserCall, sql: Visible, project: string): string[] {
  const asked = {
    mappings: ['rawTerm', 'mappingType'],
    extractions: ['project', 'rawChemName', 'rawChemFunction', 'rawFoodContactArticle'],
  };
  if (!mayCount(call, asked)) return [];
  return [
    `select 'mappings' as resource, m._id from ${sql.rows('mappings')} m
     where (m."mappingType", ${term('m."rawTerm"')}) in (
       select w.type, ${term('w.word')} from ${sql.rows('extractions', ofProject(project))} x
       cross join lateral (values ('chem', x."rawChemName"), ('chemFunction', x."rawChemFunction"),
         ('foodContactArticle', x."rawFoodContactArticle"),
         ('foodContactMaterial', x."rawFoodContactArticle")) w(type, word)
       where w.word is not null)`,
  ];
}
