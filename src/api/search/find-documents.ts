import { requireEntry } from '../../fields/require-entry.ts';
import { styleOf } from '../http/style-of.ts';
import type { DocumentHit, SearchResults } from '../../contract/lists.ts';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { fileFields } from '../../descriptor/file-fields.ts';
import { namingFields, titleFor } from '../../descriptor/title.ts';
import type { Field } from '../../fields/type/field.ts';
import type { FileValue } from '../../fields/files/file-value.ts';
import { operatorsOf } from '../../fields/type/operators.ts';
import { parseTextQuery, termsToFind, type TextAlternative } from '../../fields/text/text-query.ts';
import { toSnippet } from '../../files/text-snippet.ts';
import { findBestPages } from '../../store/system/files/find-pages.ts';
import type { QueryRunner, Store } from '../../store/store.ts';
import type { UserCall } from '../http/call.ts';
import { filesOf } from '../../store/records/files/name-files.ts';

/** The records of a collection whose files are compared; with more, some of those that fit are shown. */
const CANDIDATES = 50;

type Documents = SearchResults['documents'];
type Searched = { resource: Resource; fields: readonly Field[] };
type Found = Pick<DocumentHit, 'resource' | '_id' | 'title' | 'field'> & { file: FileValue };

/** Finds files by their text, of records and in fields that the caller may read; each statement takes at most `budget` ms. */
export async function findDocuments(
  call: UserCall,
  { q, most, budget }: { q: string; most: number; budget: number },
): Promise<Documents> {
  const query = parseTextQuery(q);
  const searched = query ? searchedFields(call) : [];
  if (!query || searched.length === 0) return { data: [], more: false, timedOut: false };
  const result = await call.services.store.inTime(budget, (store, sql) =>
    findHits(call, { store, sql, budget, query, most }, q, searched),
  );
  return result ?? { data: [], more: false, timedOut: true };
}

function searchedFields({ descriptor, role }: UserCall): Searched[] {
  return [...descriptor.resources.values()]
    .filter((resource) =>
      (['list', 'read'] as const).every((operation) =>
        mayDo(descriptor, role, resource, operation),
      ),
    )
    .map((resource) => ({
      resource,
      fields: fileFields(resource).filter(
        (field) =>
          mayRead(descriptor, role, resource, field.name) && operatorsOf(field).includes('search'),
      ),
    }))
    .filter(({ fields }) => fields.length > 0);
}

type Asking = {
  store: Store;
  sql: QueryRunner;
  budget: number;
  query: readonly TextAlternative[];
  most: number;
};

async function findHits(
  call: UserCall,
  { store, sql, budget, query, most }: Asking,
  q: string,
  searched: readonly Searched[],
): Promise<Documents> {
  const started = performance.now();
  const candidates: Found[] = [];
  let isLate = false;
  for (const each of searched) {
    isLate = performance.now() - started > budget;
    if (isLate) break;
    candidates.push(...(await findCandidates(call, store, q, each)));
  }
  const bySha256 = Map.groupBy(candidates, ({ file }) => file.sha256);
  const contents = [...bySha256.keys()];
  const pages = contents.length === 0 ? [] : await findBestPages(sql, query, contents);
  const terms = termsToFind(query);
  const hits = pages.flatMap((best) =>
    requireEntry(bySha256, best.sha256).map((candidate) => ({ ...candidate, best })),
  );
  const data = hits.slice(0, most).map(({ best, ...hit }): DocumentHit => {
    const { text, marks } = toSnippet(best.text, terms);
    return { ...hit, page: best.page, snippet: text, marks };
  });
  return { data, more: hits.length > most, timedOut: isLate };
}

/** The files of records one of which has the words; other files of these records are among them. */
async function findCandidates(
  call: UserCall,
  store: Store,
  q: string,
  { resource, fields }: Searched,
): Promise<Found[]> {
  const { descriptor, role } = call;
  const style = styleOf(call);
  const shown = namingFields(resource).filter((name) => mayRead(descriptor, role, resource, name));
  const or = fields.map(({ name: path }) => ({ path, operator: 'search', operands: [q] }) as const);
  const names = [...new Set([...shown, ...fields.map(({ name }) => name)])];
  const records = await store.findAny(resource, { or }, names, CANDIDATES);
  return records.flatMap((record) => {
    const kept = Object.fromEntries(
      Object.entries(record).filter(([name]) => name === '_id' || shown.includes(name)),
    );
    const about = {
      resource: resource.name,
      _id: record._id,
      title: titleFor(style, resource, kept),
    };
    return fields.flatMap(({ name: field, kind }) =>
      (filesOf({ kind }, record[field]) as FileValue[]).map((file) => ({
        ...about,
        field,
        file,
      })),
    );
  });
}
