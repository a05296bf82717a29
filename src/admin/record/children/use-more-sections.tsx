import { useContext, useMemo, type ComponentType, type ReactNode } from 'react';
import type { Identifier } from 'react-admin';
import { CircularProgress } from '@mui/material';
import { mayAdminister, mayDo } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { maySeeChanges } from '../../shell/core-pages.ts';
import { useResource } from '../../kit/use-resource.ts';
import type { MoreSection } from '../sections/section-links.tsx';
import type { RecordForm } from '../use-record-form.ts';
import { RecordTabsContext, type RecordTabCode } from '../define-record-tab.ts';
import { ChildLinks, ChildTable } from './child-table.tsx';
import { useChildTotals } from './use-child-totals.ts';
import { useChildren } from './use-children.ts';
import { keyOf, useLineSection } from './use-line-sections.tsx';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';

/**
 * A section on a record's page for each child list, with its count as soon as that is known; then those of extensions.
 * In the form that edits the record, the lists that it edits too are tables of inputs.
 */
export function useMoreSections(id: Identifier, edited?: RecordForm): readonly MoreSection[] {
  const lists = useChildren();
  const totals = useChildTotals(lists, id);
  const toLines = useLineSection(id, edited);
  const { say } = useI18n();
  const others = useExtensionSections(id);
  const changes = useChangesSection(id);
  const account = useAccountSection(id);
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
      ...changes,
      ...account,
    ],
    [lists, totals, toLines, id, say, others, changes, account],
  );
}

/** The tabs of extensions for records of this resource, if the user may list all that they need. */
function useExtensionSections(id: Identifier): readonly MoreSection[] {
  const codes = useContext(RecordTabsContext);
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  const { say } = useI18n();
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

/** What a person has changed, on the page of that person. */
function useChangesSection(id: Identifier): readonly MoreSection[] {
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  const { texts } = useI18n();
  return useMemo(
    () =>
      resource.name === 'users' && maySeeChanges(descriptor, role)
        ? [
            {
              key: 'changes',
              label: texts.undo.changes,
              content: <UserChanges id={String(id)} />,
            },
          ]
        : [],
    [descriptor, role, resource, texts, id],
  );
}

const UserAccount = lazyPart(
  () => import('../../pages/people/user-account-tab.tsx'),
  'UserAccountTab',
  import.meta.glob('/src/admin/messages/*/{pages/people,sign-in/user-account}.ts'),
);

const UserKeys = lazyPart(
  () => import('../../pages/keys/user-keys-tab.tsx'),
  'UserKeysTab',
  import.meta.glob('/src/admin/messages/*/pages/keys.ts'),
);

/** The sessions and API keys of a user and what admins do about the account, on the page of that user. */
function useAccountSection(id: Identifier): readonly MoreSection[] {
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  const { texts } = useI18n();
  return useMemo(
    () =>
      resource.name === 'users' && mayAdminister(descriptor, role)
        ? [
            {
              key: 'account',
              label: texts.account.tab,
              content: <UserAccount id={String(id)} />,
              isOnScreenOnly: true,
            },
            {
              key: 'keys',
              label: texts.apiKeys,
              content: <UserKeys id={String(id)} />,
              isOnScreenOnly: true,
            },
          ]
        : [],
    [descriptor, role, resource, texts, id],
  );
}

type Content = ComponentType<{ id: string; fallback: ReactNode }>;

// One component for each code as long as the app lives, or its content would be loaded again.
const contents = new WeakMap<RecordTabCode, Content>();

function contentOf(code: RecordTabCode): Content {
  const content = contents.get(code) ?? lazyPart(code.load, 'Tab');
  contents.set(code, content);
  return content;
}
