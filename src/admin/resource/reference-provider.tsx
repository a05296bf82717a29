import { useMemo, type ReactNode } from 'react';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { displayTitle, isKey, shortTitle } from '../../descriptor/title.ts';
import {
  ReferenceContext,
  useReferences,
  type ReferenceLookup,
} from '../../fields/type/reference-context.tsx';
import { useConfig } from '../client/config.tsx';
import { toSortPayload } from './sorting.ts';
import { toListPath, toRecordPath } from '../kit/screen-paths.ts';

/** Gives fields that refer to other resources the titles and addresses of their records. */
export function ReferenceProvider({ children }: { children: ReactNode }) {
  const { descriptor, role } = useConfig();
  const references = useMemo<ReferenceLookup>(() => {
    const withResource = <T,>(name: string, fallback: T, ask: (resource: Resource) => T): T => {
      const resource = descriptor.resources.get(name);
      return resource === undefined ? fallback : ask(resource);
    };
    return {
      titleOf: (name, record) =>
        withResource(name, String(record.id), (resource) => displayTitle(resource, record)),
      parentOf: (name, record) =>
        withResource(name, undefined, ({ tree }) =>
          tree && record[tree.field] ? String(record[tree.field]) : undefined,
        ),
      mayRead: (name) =>
        withResource(name, false, (resource) => mayDo(descriptor, role, resource, 'list')),
      pathOf: (name, id) => withResource(name, '', (resource) => toRecordPath(resource, id)),
      listOf: (name, field, record) => {
        const own = descriptor.resources.get(name);
        const target = descriptor.resources.get(field.kind.relation?.(field.settings)?.to ?? '');
        if (!own || !target) return undefined;
        // The filter follows stored references of the record itself.
        const isStored = own.fields.get(field.name)?.kind === field.kind && !field.computed;
        const mayList = [own, target].every((each) => mayDo(descriptor, role, each, 'list'));
        // By its key, which people know, if they may read it.
        const key = own.importKey.find(
          (one) => isKey(own, one) && mayRead(descriptor, role, own, one),
        );
        const [by, id] = identityOf(record, key);
        if (!isStored || !mayList || id === undefined) return undefined;
        return toListPath(target, { [`some(${own.name}.${field.name}).${by}`]: id });
      },
      sortOf: (name) =>
        withResource(name, { field: '_id', order: 'ASC' } as const, ({ list }) =>
          toSortPayload(list.sort),
        ),
      read: async (field, text) => {
        // Loaded when a text is read: a form does not need it.
        const { readReferences, refusedText } = await import('../client/find-named.ts');
        const cell = { field, text };
        const meant = (await readReferences({ descriptor, role }, [cell]))(cell);
        const refused = refusedText(meant);
        return { ...meant, ...(refused && { refused }) };
      },
    };
  }, [descriptor, role]);
  return <ReferenceContext.Provider value={references}>{children}</ReferenceContext.Provider>;
}

/** The field that names a record in a filter, and its value: the key, or else the id. None before it is created. */
function identityOf(record: Readonly<Record<string, unknown>>, key = '_id') {
  const id = record['_id'] ?? record['id'];
  if (typeof id !== 'string') return [];
  const value = record[key];
  return typeof value === 'string' ? ([key, value] as const) : (['_id', id] as const);
}

/** Shows references in a table by the short forms of their titles: in a narrow column, long ones are cut at the same place. */
export function ShortReferences({ children }: { children: ReactNode }) {
  const { descriptor } = useConfig();
  const usual = useReferences();
  const references = useMemo<ReferenceLookup>(
    () => ({
      ...usual,
      shortTitleOf: (name, record) => {
        const resource = descriptor.resources.get(name);
        return resource ? shortTitle(resource, record) : usual.titleOf(name, record);
      },
    }),
    [descriptor, usual],
  );
  return <ReferenceContext.Provider value={references}>{children}</ReferenceContext.Provider>;
}
