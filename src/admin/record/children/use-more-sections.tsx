import { useContext, useMemo, type ComponentType, type ReactNode } from 'react';
import type { Identifier, RaRecord } from 'react-admin';
import { CircularProgress } from '@mui/material';
import { mayAdminister, mayDo } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { maySeeChanges } from '../../shell/core-pages.ts';
import { useResource } from '../../kit/use-resource.ts';
import type { MoreSection } from '../sections/section-links.tsx';
import type { RecordForm } from '../use-record-form.ts';
import { RecordTabsContext, type RecordTabCode } from '../define-record-tab.ts';
import { ChildLinks, ChildTable } from './child-table.tsx';
import { useChildTotals } from './use-child-totals.ts';
import { useChildren } from './use-children.ts';
import { keyOf, useLineSection } from './use-line-sections.tsx';
import { History } from '../history/lazy-history.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';

/**
 * A section on a record's page for each child list, with its count as soon as that is known; then those of extensions,
 * those of users, and the history. In the form that edits the record, the lists that it edits too are tables of inputs.
 */
export function useMoreSections(
  record: RaRecord,
  work?: RecordForm,
  isEditing = false,
): readonly MoreSection[] {
  const { id } = record;
  const lists = useChildren();
  const totals = useChildTotals(lists, id);
  const toLines = useLineSection(id, isEditing ? work : undefined);
  const say = useText();
  const others = useExtensionSections(id);
  const ofUser = useUserSections(id);
  const history = useHistorySection(record, work);
  return useMemo(
    () => [
      ...lists.map(
        (list, index) =>
          toLines(list) ?? {
            key: keyOf(list),
            label: say(list.label),
            total: totals[index],
            actions: <ChildLinks list={list} id={id} />,
            content: <ChildTable list={list} id={id} isBare />,
          },
      ),
      ...others,
      ...ofUser,
      ...history,
    ],
    [lists, totals, toLines, id, say, others, ofUser, history],
  );
}

/** The tabs of extensions for records of this resource, if the user may list all that they need. */
function useExtensionSections(id: Identifier): readonly MoreSection[] {
  const codes = useContext(RecordTabsContext);
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  const say = useText();
  return useMemo(
    () =>
      codes
        .filter((code) => code.resource === resource.name)
        .filter(({ needs }) =>
          needs.every((name) => {
            const needed = descriptor.resources.get(name);
            return needed && mayDo(descriptor, role, needed, 'list');
          }),
        )
        .map((code) => {
          const Tab = contentOf(code);
          return {
            key: code.name,
            label: say(code.label),
            content: <Tab fallback={<CircularProgress size={24} aria-hidden />} id={String(id)} />,
          };
        }),
    [codes, descriptor, role, resource, say, id],
  );
}

const UserChanges = lazyPart(
  () => import('../../pages/past/user-changes-tab.tsx'),
  'UserChangesTab',
  import.meta.glob('/src/admin/messages/*/record/changes.ts'),
);

const UserAccount = lazyPart(
  () => import('../../pages/people/user-account-tab.tsx'),
  'UserAccountTab',
  import.meta.glob('/src/admin/messages/*/{pages/people,shell/view-as,sign-in/user-account}.ts'),
);

const UserKeys = lazyPart(
  () => import('../../pages/keys/user-keys-tab.tsx'),
  'UserKeysTab',
  import.meta.glob('/src/admin/messages/*/pages/keys.ts'),
);

/** What a user has changed, their sessions and API keys, and what admins do about the account. */
function useUserSections(id: Identifier): readonly MoreSection[] {
  const { descriptor, role } = useConfig();
  const { name } = useResource().resource;
  const texts = useTexts('app');
  return useMemo(() => {
    const props = { id: String(id) };
    const changes: MoreSection = {
      key: 'changes',
      label: texts.undo.changes,
      content: <UserChanges {...props} />,
    };
    const account: readonly MoreSection[] = [
      {
        key: 'account',
        label: texts.account.tab,
        content: <UserAccount {...props} />,
        isOnScreenOnly: true,
      },
      {
        key: 'keys',
        label: texts.apiKeys,
        content: <UserKeys {...props} />,
        isOnScreenOnly: true,
      },
    ];
    if (name !== 'users') return [];
    return [
      ...(maySeeChanges(descriptor, role) ? [changes] : []),
      ...(mayAdminister(descriptor, role) ? account : []),
    ];
  }, [descriptor, role, name, texts, id]);
}

/** The last section, for roles that may see the history. */
function useHistorySection(record: RaRecord, work?: RecordForm): readonly MoreSection[] {
  const isOffered = useResource().may('history');
  const { tab } = useTexts('app').history;
  return useMemo(() => {
    const props = { id: String(record.id), record, ...(work && { work }) };
    const content = <History {...props} fallback={<CircularProgress size={24} aria-hidden />} />;
    return isOffered ? [{ key: 'history', label: tab, isOnScreenOnly: true, content }] : [];
  }, [isOffered, tab, record, work]);
}

type Content = ComponentType<{ id: string; fallback: ReactNode }>;

// One component for each code as long as the app lives, or its content would be loaded again.
const contents = new WeakMap<RecordTabCode, Content>();

function contentOf(code: RecordTabCode): Content {
  const content = contents.get(code) ?? lazyPart(code.load, 'Tab');
  contents.set(code, content);
  return content;
}
