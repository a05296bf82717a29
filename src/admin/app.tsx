import { applyPreferences } from './pages/profile/apply-preferences.ts';
import { requireItem } from '../fields/require-entry.ts';
import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentType,
} from 'react';
import { CoreAdminContext, localStorageStore, memoryStore } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Navigate, Route, RouterProvider, Routes } from 'react-router-dom';
import { createAuthProvider } from './client/account/auth-provider.ts';
import { ConfigProvider, toConfig, type Config } from './client/config.tsx';
import { readView } from './client/account/view-as.ts';
import { createDataProvider } from './client/data-provider.ts';
import { shareEvents } from './client/events/share-events.ts';
import { useFreshRecords } from './client/events/use-fresh-records.ts';
import { useLiveConfig } from './client/events/use-live-config.ts';
import { http } from './client/http.ts';
import { Layout } from './shell/layout/layout.tsx';
import { Notices } from './shell/layout/notices.tsx';
import { PageError } from './shell/layout/page-error.tsx';
import { lock } from './client/account/lock.ts';
import { switchLanguage } from './messages/texts.ts';
import { useI18nProvider } from './messages/i18n-provider.ts';
import { isLanguage } from '../fields/problems/languages.ts';
import { language } from './messages/language.ts';
import { toBaseRoutes, toPageRoutes } from './pages/declared-pages.tsx';
import { RecordTabsContext } from './record/define-record-tab.ts';
import type { Screens } from './screens.ts';
import { AccessDeniedPage, NotFoundPage } from './kit/loading/lazy-pages.tsx';
import {
  AuditPage,
  ChangesPage,
  DashboardPage,
  DuplicatesPage,
  HelpPage,
  ImportPage,
  InboxPage,
  InfoPage,
  JobPage,
  JobsPage,
  RecipesPage,
  FilesPage,
  OutboxPage,
  MailTextsPage,
  OverviewPage,
  ProfilePage,
  StructurePages,
  ToolsPage,
  WebhooksPage,
  WidgetsPage,
} from './pages/lazy-pages.ts';
import { createQueryClient } from './client/query-client.ts';
import { FirstList } from './shell/first-list.tsx';
import { UndoHost } from './resource/undo/undo-host.tsx';
import { useFieldLooks } from './resource/field-look.tsx';
import type { ScreenCodes } from './kit/screens/define-screen.ts';
import { ScreensContext } from './kit/screens/replaceable.tsx';
import { OwnHelpContext } from './kit/own-help.ts';
import { ResourceDefinitions, toNameRoutes, toResourceRoutes } from './shell/resources.tsx';
import { FailureBoundary } from './kit/loading/failure-boundary.tsx';
import type { LoadedConfig } from './client/load-config.ts';
import { AppTheme } from './shell/theme/app-theme.tsx';
import { ThreadsHost } from './threads/threads-host.tsx';
import { FileProvider } from './viewer/file-provider.tsx';

/** Renders the app after the sign-in. It loads everything first, because react-admin hangs on a promise that fails. */
export async function drawApp(
  container: HTMLElement,
  loaded: LoadedConfig,
  screens: Screens,
): Promise<void> {
  const config = toConfig(loaded);
  // Language and appearance are those of who looks.
  if (!readView()) await applyPreferences(config.user, config.languages);
  await speakLanguageOfInstallation(config);
  await new Promise<void>((resolve, reject) => {
    const app = <App {...screens} config={config} onDrawn={resolve} />;
    const router = createBrowserRouter([{ path: '*', element: app }]);
    const root = createRoot(container, {
      onUncaughtError: (error) => {
        reportError(error);
        reject(error);
      },
    });
    // Lets the browser respond in between: all at once takes a third of a second on a phone, a blink on a desktop.
    startTransition(() =>
      root.render(
        <>
          <ServerEvents />
          {/* A data router, because only there a form with unsaved changes can block navigation. */}
          <RouterProvider router={router} />
        </>,
      ),
    );
  });
}

/** Receives events from the server for as long as the app is mounted. */
function ServerEvents() {
  useEffect(() => {
    const unmount = new AbortController();
    shareEvents(unmount.signal);
    return () => unmount.abort();
  }, []);
  return null;
}

const doNothing = (): void => undefined;

function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useLayoutEffect(onDrawn, [onDrawn]);
  return null;
}

type AppProps = Partial<Screens> & {
  config: Config;
  /** Called once something is visible. */
  onDrawn?: () => void;
};

const nothing: ScreenCodes = [];

export function App({
  config: first,
  pages = {},
  tabs = [],
  replace = nothing,
  help = {},
  onDrawn = doNothing,
}: AppProps) {
  const config = useFieldLooks(useLiveConfig(first), replace);
  const { descriptor, role } = config;
  return (
    <ConfigProvider value={config}>
      <RecordTabsContext value={tabs}>
        <ScreensContext value={replace}>
          <CoreAdminContext {...useProviders(config)}>
            <FirstList>
              <OwnHelpContext value={help}>
                <AppTheme>
                  <Drawn onDrawn={onDrawn} />
                  <FileProvider>
                    <ResourceDefinitions>
                      <FailureBoundary renderFailure={renderFailure}>
                        <Layout>
                          <Routes>
                            {toResourceRoutes(descriptor)}
                            {toPageRoutes(descriptor, role, pages)}
                            {toBaseRoutes(descriptor)}
                            {routes.map(([path, Page]) => (
                              <Route key={path} path={path} element={<Page />} />
                            ))}
                            {toNameRoutes(descriptor)}
                          </Routes>
                        </Layout>
                      </FailureBoundary>
                    </ResourceDefinitions>
                  </FileProvider>
                  <Notices />
                  <UndoHost />
                  <ThreadsHost />
                </AppTheme>
              </OwnHelpContext>
            </FirstList>
          </CoreAdminContext>
        </ScreensContext>
      </RecordTabsContext>
    </ConfigProvider>
  );
}

/** In place of the whole app, when its frame fails. */
function renderFailure(error: unknown, retry: () => void) {
  return (
    <div style={{ minHeight: '100vh' }}>
      <PageError error={error} resetErrorBoundary={retry} />
    </div>
  );
}

/** The pages that every installation has; a signed-in user does not need those of the sign-in. */
const routes: readonly (readonly [path: string, Page: ComponentType])[] = [
  ['/', ToDashboard],
  ['/dashboard', DashboardPage],
  ['/inbox', InboxPage],
  ['/info/overview', InfoPage],
  ['/structure/*', StructurePages],
  ['/users/myprofile', ProfilePage],
  ['/lock', LockPage],
  ['/login', ToDashboard],
  ['/register', ToDashboard],
  ['/forgotPassword', ToDashboard],
  ['/resetpassword/:id/:token', ToDashboard],
  ['/confirmemail/:id/:token', ToDashboard],
  ['/admin/overview', OverviewPage],
  ['/admin/widgets', WidgetsPage],
  ['/admin/files', FilesPage],
  ['/admin/outbox', OutboxPage],
  ['/admin/mailtexts', MailTextsPage],
  ['/admin/webhooks', WebhooksPage],
  ['/admin/audit', AuditPage],
  ['/help', HelpPage],
  ['/help/:page', HelpPage],
  ['/changes', ChangesPage],
  ['/tools/overview', ToolsPage],
  ['/tools/duplicates', DuplicatesPage],
  ['/tools/import', ImportPage],
  ['/tools/recipes', RecipesPage],
  ['/tools/jobs', JobsPage],
  ['/tools/jobs/:id', JobPage],
  ['/access-denied', AccessDeniedPage],
  ['*', NotFoundPage],
];

/** What react-admin asks for records, rights and texts, and where it keeps answers and settings. */
function useProviders(config: Config) {
  const { descriptor, role } = config;
  const i18nProvider = useI18nProvider(descriptor);
  const [queryClient] = useState(createQueryClient);
  useFreshRecords(queryClient, descriptor);
  const [store] = useState(() => (readView() ? memoryStore() : localStorageStore()));
  const authProvider = useMemo(() => createAuthProvider(config), [config]);
  const dataProvider = useMemo(
    () => createDataProvider({ http, descriptor, role }),
    [descriptor, role],
  );
  return { authProvider, dataProvider, i18nProvider, queryClient, store };
}

/** The lock covers every page, so this address needs none of its own. */
function LockPage() {
  useEffect(lock, []);
  return <ToDashboard />;
}

function ToDashboard() {
  return <Navigate to="/dashboard" replace />;
}

/** A language without labels in this installation would mix two languages on every screen. */
async function speakLanguageOfInstallation({ languages }: Config): Promise<void> {
  const spoken = languages.filter(isLanguage);
  if (spoken.length > 0 && !spoken.includes(language()))
    await switchLanguage(requireItem(spoken, 0));
}
