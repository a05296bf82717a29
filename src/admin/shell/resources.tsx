import { type ReactElement, lazy, Suspense } from 'react';
import {
  CustomRoutes,
  Resource as ResourceElement,
  Loading,
  ResourceContextProvider,
} from 'react-admin';
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
 * The children of `<Admin>` for all resources of the descriptor. They are elements, not a component, because
 * react-admin inspects its children. The screens are our own routes, because react-admin knows only `/{name}/{id}`.
 */
export function toResources(descriptor: Descriptor, role: string): ReactElement[] {
  return [...descriptor.resources.values()].flatMap((resource) => [
    <ResourceElement
      key={resource.name}
      name={resource.name}
      recordRepresentation={(record: Record<string, unknown>) => displayTitle(resource, record)}
      hasEdit
      hasCreate={mayDo(descriptor, role, resource, 'create')}
    >
      <Route path="*" element={<ToScreens resource={resource} />} />
    </ResourceElement>,
    <CustomRoutes key={`${resource.name} screens`}>
      <Route path={`${resource.path}/*`} element={<ResourceScreens resource={resource} />} />
      {formerPath(descriptor, resource) !== undefined && (
        <Route
          path={`${formerPath(descriptor, resource)}/*`}
          element={<ToScreens resource={resource} />}
        />
      )}
    </CustomRoutes>,
  ]);
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
