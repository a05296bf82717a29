import { type ReactElement, type ReactNode, lazy, Suspense, useMemo } from 'react';
import { Loading, ResourceContextProvider, ResourceDefinitionContext } from 'react-admin';
import { Route, Navigate, Routes, useLocation, useParams } from 'react-router-dom';
import { mayDo } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { displayTitle } from '../../descriptor/title.ts';
import { useConfig } from '../client/config.tsx';
import { preloadableComponent } from '../kit/loading/preloadable-component.tsx';
import { withProgress } from '../client/progress.ts';
import { lazyPage, NotFoundPage } from '../kit/loading/lazy-pages.tsx';
import { listScreen } from './start/list-screen-part.ts';
import { ReferenceProvider } from '../resource/reference-provider.tsx';
import { toListPath, toRecordPath } from '../kit/screen-paths.ts';

/**
 * Tells react-admin the resources of the descriptor at once. Its `<Admin>` registers them one by one after the first
 * render, and then renders the whole app again, as it does when it knows the permissions.
 */
export function ResourceDefinitions({ children }: { children: ReactNode }) {
  const { descriptor, role } = useConfig();
  const value = useMemo(() => {
    const definitions = [...descriptor.resources.values()].map((resource) => ({
      name: resource.name,
      recordRepresentation: (record: Record<string, unknown>) => displayTitle(resource, record),
      hasEdit: true,
      hasCreate: mayDo(descriptor, role, resource, 'create'),
    }));
    const byName = Object.fromEntries(definitions.map((one) => [one.name, one]));
    return { definitions: byName, register: doNothing, unregister: doNothing };
  }, [descriptor, role]);
  return (
    <ResourceDefinitionContext.Provider value={value}>
      {children}
    </ResourceDefinitionContext.Provider>
  );
}

const doNothing = (): void => undefined;

/** The screens of all resources. They are elements, not a component, because `<Routes>` inspects its children. */
export function toResourceRoutes(descriptor: Descriptor): ReactElement[] {
  return [...descriptor.resources.values()].flatMap((resource) => {
    const former = formerPath(descriptor, resource);
    return [
      <Route
        key={`${resource.name} screens`}
        path={`${resource.path}/*`}
        element={<ResourceScreens resource={resource} />}
      />,
      ...(former === undefined
        ? []
        : [
            <Route
              key={`${resource.name} former`}
              path={`${former}/*`}
              element={<ToScreens resource={resource} />}
            />,
          ]),
    ];
  });
}

/** The addresses `/{name}/…` that react-admin makes. A page with such a path comes before them. */
export function toNameRoutes(descriptor: Descriptor): ReactElement[] {
  return [...descriptor.resources.values()].map((resource) => (
    <Route
      key={`${resource.name} name`}
      path={`/${resource.name}/*`}
      element={<ToScreens resource={resource} />}
    />
  ));
}

/** The path before a rename, which mails and bookmarks still have; undefined when another collection has it. */
function formerPath({ resources, source }: Descriptor, { name }: Resource): string | undefined {
  const was = source.resources[name]?.was;
  const path = `/${was}`;
  const isTaken = [...resources.values()].some((other) => other.path === path);
  return was === undefined || isTaken ? undefined : path;
}

// Each screen is a chunk of its own, so that the first list does not wait for the forms.
const ListScreen = preloadableComponent(listScreen, () => withProgress(listScreen.load()));
const RecordScreen = lazy(async () => ({
  default: (await withProgress(import('../record/record-screen.tsx'))).RecordScreen,
}));
const CreateScreen = lazy(async () => ({
  default: (await withProgress(import('../record/create-screen.tsx'))).CreateScreen,
}));

const TrashScreen = lazyPage(
  () => import('../pages/past/trash-screen.tsx'),
  'TrashScreen',
  import.meta.glob('/src/admin/messages/*/record/changes.ts'),
);

/** The screens of one resource under its path; react-admin's own links lead to them too. */
function ResourceScreens({ resource }: { resource: Resource }) {
  // A new descriptor may have removed the resource while its screen is open.
  const { descriptor } = useConfig();
  if (!descriptor.resources.has(resource.name)) return <NotFoundPage />;
  return (
    <ResourceContextProvider value={resource.name}>
      <ReferenceProvider>
        <Suspense fallback={waiting}>
          <Routes>
            <Route path="overview" element={<ListScreen />} />
            <Route path="create" element={<CreateScreen />} />
            <Route path="trash" element={<TrashScreen />} />
            <Route path="details/:id" element={<RecordScreen />} />
            <Route index element={<ToList resource={resource} />} />
            <Route path="details" element={<ToList resource={resource} />} />
            <Route path=":id" element={<ToRecord resource={resource} />} />
            <Route path=":id/show" element={<ToRecord resource={resource} />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </ReferenceProvider>
    </ResourceContextProvider>
  );
}

// As high as the window; otherwise the footer would be visible and jump away when the screen appears.
const waiting = (
  <div style={{ minHeight: '100dvh' }}>
    <Loading />
  </div>
);

/** Redirects links that use the resource's name, as those of react-admin, or a former one, if the path is different. */
function ToScreens({ resource }: { resource: Resource }) {
  const rest = useParams()['*'] ?? '';
  const { search, hash } = useLocation();
  return <Navigate replace to={{ pathname: `${resource.path}/${rest}`, search, hash }} />;
}

function ToList({ resource }: { resource: Resource }) {
  const { search } = useLocation();
  return <Navigate replace to={{ pathname: toListPath(resource), search }} />;
}

function ToRecord({ resource }: { resource: Resource }) {
  const { id = '' } = useParams();
  const { search, hash } = useLocation();
  return <Navigate replace to={{ pathname: toRecordPath(resource, id), search, hash }} />;
}
