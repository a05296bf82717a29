import { CircularProgress } from '@mui/material';
import {
  lazy,
  Suspense,
  useContext,
  useMemo,
  type ComponentType,
  type LazyExoticComponent,
} from 'react';
import type { Identifier } from 'react-admin';
import { mayDo } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { RecordTabsContext, type RecordTabCode } from '../define-record-tab.ts';
import { useText } from '../../messages/use-text.ts';
import type { MoreTab } from '../record-tabs.tsx';
import { useResource } from '../../kit/use-resource.ts';

/** The tabs that extensions bring for records of this resource, where all they need may be listed. */
export function useExtensionTabs(id: Identifier): readonly MoreTab[] {
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
            isEmpty: false,
            content: (
              <Suspense fallback={<CircularProgress size={24} aria-hidden />}>
                <Tab id={String(id)} />
              </Suspense>
            ),
          };
        }),
    [codes, descriptor, role, resource, say, id],
  );
}

type Content = LazyExoticComponent<ComponentType<{ id: string }>>;

// One component for each code as long as the app lives, or what it shows would be loaded anew.
const contents = new WeakMap<RecordTabCode, Content>();

function contentOf(code: RecordTabCode): Content {
  const content = contents.get(code) ?? lazy(async () => ({ default: (await code.load()).Tab }));
  contents.set(code, content);
  return content;
}
