import { useMemo } from 'react';
import { inlineLists, type InlineList } from '../../descriptor/inline-lists.ts';
import { mayDo, mayRead, mayWrite } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { findListedField } from '../../descriptor/system-fields.ts';
import type { Field } from '../../fields/type/field.ts';
import { findListField, listPaths } from '../../files/import/rows/list-columns.ts';
import { filedPath, pathColumns } from '../../files/import/rows/row-columns.ts';
import { findTargetFields, type TargetFields } from '../../files/import/rows/target-columns.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { useTexts } from '../messages/texts.ts';
import { useAsOf } from '../kit/as-of.ts';
import { useConfig } from '../client/config.tsx';
import { useFieldLabel, useResource } from '../kit/use-resource.ts';
import { useText } from '../messages/use-text.ts';

/** The inline child lists whose records a file of this resource can have too. */
function useFileLists(): readonly InlineList[] {
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  return useMemo(() => inlineLists(descriptor, role, resource), [descriptor, role, resource]);
}

/** Those that the user may export. Files of the past have none. */
export function useExportedLists(): readonly InlineList[] {
  const { descriptor, role } = useConfig();
  const isPast = useAsOf() !== undefined;
  const lists = useFileLists();
  return isPast ? [] : lists.filter(({ child }) => mayDo(descriptor, role, child, 'export'));
}

/** The fields behind references of records that the user may create. */
function findOpenTargets(descriptor: Descriptor, role: string, resource: Resource): TargetFields {
  const all = findTargetFields({ descriptor, role }, resource);
  return new Map(
    [...all].filter(
      ([, { to, field }]) =>
        mayDo(descriptor, role, to, 'create') && mayWrite(descriptor, role, to, field.name),
    ),
  );
}

/** The fields that columns of a file can be for: of the resource, behind its references, and of its inline child lists. */
export function useFileFields() {
  const { descriptor, role } = useConfig();
  const { find, resource } = useResource();
  const { columns: texts } = useTexts('files');
  const lists = useFileLists();
  const labelOf = useFieldLabel();
  const say = useText();
  const findListed = (path: string): Field | undefined => {
    const field = findListField(lists, path);
    const isSeen = field && mayRead(descriptor, role, field.list.child, field.name);
    return isSeen ? findListedField(field.list.child, field.name) : undefined;
  };
  const targets = useMemo(
    () => findOpenTargets(descriptor, role, resource),
    [descriptor, role, resource],
  );
  const findField = (path: string): Field | undefined =>
    findListed(path) ?? targets.get(path)?.field ?? find(path);
  const fieldLabel = (path: string): string => {
    const target = targets.get(path);
    if (target) return `${say(target.reference.label)} · ${say(target.field.label)}`;
    const field = findListed(path);
    const list = findListField(lists, path)?.list;
    return field && list ? `${say(list.child.label)} · ${say(field.label)}` : labelOf(path);
  };
  /** The path of the field whose files a column has the paths of. */
  const filedOf = (path: string): string | undefined => {
    const filed = filedPath(path);
    return filed !== undefined && findField(filed)?.kind.files ? filed : undefined;
  };
  return {
    find: findField,
    labelOf: (path: string): string => {
      const filed = filedOf(path);
      return filed === undefined
        ? fieldLabel(path)
        : fillTemplate(texts.pathOf, { name: fieldLabel(filed) });
    },
    /** The columns of an export with files that have their paths. */
    paths: [...pathColumns(resource), ...listPaths(lists)].filter(
      (path) => filedOf(path) !== undefined,
    ),
    /** The fields behind references. */
    targets,
    /** The fields of the lists. */
    listed: listPaths(lists).filter((path) => findListed(path) !== undefined),
  };
}
