import { Box } from '@mui/material';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Identifier } from 'react-admin';
import { useI18n } from '../../kit/use-i18n.ts';
import type { MoreSection } from '../sections/section-links.tsx';
import type { RecordForm } from '../use-record-form.ts';
import { LineEditor } from './lazy-line-editor.ts';
import { useChildren, type ChildList } from './use-children.ts';

/** The sections of a new record, perhaps a copy: the lists that its form edits too. */
export function useNewLineSections(
  form: RecordForm,
  copyOf: Identifier | undefined,
): readonly MoreSection[] {
  const lists = useChildren();
  const toLines = useLineSection(undefined, form, copyOf);
  return useMemo(
    () => lists.filter(({ createBy }) => createBy).flatMap((list) => toLines(list) ?? []),
    [lists, toLines],
  );
}

/** Returns the section of a list that the form edits; undefined for the other lists, and where nothing is edited. */
export function useLineSection(
  id: Identifier | undefined,
  edited: RecordForm | undefined,
  copyOf?: Identifier,
) {
  const { say } = useI18n();
  const { lists } = edited ?? {};
  const problems = useSyncExternalStore(lists?.listen ?? never, () => lists?.problems());
  return useCallback(
    (list: ChildList): MoreSection | undefined => {
      if (!lists || !list.isInline) return undefined;
      const { name } = list.resource;
      return {
        key: keyOf(list),
        label: say(list.label),
        lines: { name, problems: problems?.get(name) ?? 0 },
        content: (
          <LineEditor
            list={list}
            id={id}
            copyOf={copyOf}
            lists={lists}
            fallback={<Box sx={{ minHeight: 120 }} />}
          />
        ),
      };
    },
    [lists, problems, id, copyOf, say],
  );
}

function never(): () => void {
  return () => undefined;
}

/** The key of the section of a child list. */
export function keyOf({ resource, path }: ChildList): string {
  return `${resource.name}.${path}`;
}
