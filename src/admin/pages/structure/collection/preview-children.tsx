import { useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import { findColumn } from '../../../../descriptor/column-field.ts';
import { findLink, visibleTo } from '../../../../descriptor/relations.ts';
import { ConfigProvider, useConfig, type Config } from '../../../client/config.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { useText } from '../../../messages/use-text.ts';
import { ChildTable } from '../../../record/children/child-table.tsx';
import { useChildren, type ChildList } from '../../../record/children/use-children.ts';
import { keyOf } from '../../../record/children/use-line-sections.tsx';
import type { MoreSection } from '../../../record/sections/section-links.tsx';
import { findApplied } from '../draft/use-draft-descriptor.ts';

/** The lists of other records that the draft declares, with the records and columns that are there before it is applied. */
export function useChildrenInDraft(record: RaRecord, applied: Config): readonly MoreSection[] {
  const { preview: texts } = useTexts('structure-fields');
  const { descriptor: draft } = useConfig();
  const lists = useChildren();
  const say = useText();
  const { id } = record;
  return useMemo(
    () =>
      lists.map((list) => {
        const found = id === '' ? undefined : inApplied(applied, list, draft);
        const content = found ? (
          <ConfigProvider value={applied}>
            <ChildTable list={found} id={id} isBare />
          </ConfigProvider>
        ) : (
          <Hint>{texts.noList}</Hint>
        );
        return { key: keyOf(list), label: say(list.label), content };
      }),
    [lists, applied, draft, id, say, texts],
  );
}

/** The list as the server can answer it now; undefined while nothing refers to the record so. */
function inApplied(
  { descriptor, role }: Config,
  list: ChildList,
  draft: Config['descriptor'],
): ChildList | undefined {
  const resource = findApplied(descriptor, draft, list.resource);
  const own = list.resource.fields.get(list.path);
  const visible = visibleTo(descriptor, role);
  const path = [list.path, own?.was].find(
    (one) => resource && one !== undefined && findLink(visible, resource, one),
  );
  if (!resource || path === undefined) return undefined;
  const columns = list.columns.flatMap(({ name, was }) => {
    const column = findColumn(resource, name) ?? findColumn(resource, was ?? '');
    return column ?? [];
  });
  const sorts = list.sort.split(',').every((one) => findColumn(resource, one.replace('-', '')));
  return { ...list, resource, path, columns, sort: sorts ? list.sort : resource.list.sort };
}
