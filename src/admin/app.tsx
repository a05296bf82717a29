import { applyPreferences } from './pages/profile/apply-preferences.ts';
import { requireItem } from '../fields/require-entry.ts';
import { startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, localStorageStore } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Navigate, Route, RouterProvider } from 'react-router-dom';
import { createAuthProvider } from './client/account/auth-provider.ts';
import { ConfigProvider, toConfig, type Config } from './client/config.tsx';
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
  InfoPage,
  JobPage,
  JobsPage,
  RecipesPage,
  FilesPage,
  OutboxPage,
  MailTextsPage,
  OverviewPage,
  ProfilePage,
  StructurePage,
  ToolsPage,
  WebhooksPage,
  WidgetsPage,
} from './pages/lazy-pages.ts';
import { createQueryClient } from './client/query-client.ts';
import { FirstList } from './shell/first-list.tsx';
import { UndoHost } from './resource/undo/undo-host.tsx';
import { useFieldLooks, type FieldLookCodes } from './resource/field-look.tsx';
import { OwnHelpContext } from './kit/own-help.ts';
import { toResources } from './shell/resources.tsx';
import type { LoadedConfig } from './client/load-config.ts';
import { AppTheme } from './shell/theme/app-theme.tsx';
import { FileProvider } from './viewer/file-provider.tsx';

/** Renders the app after the sign-in. It loads everything first, because react-admin hangs on a promise that fails. */
export async function drawApp(
  container: HTMLElement,
  loaded: LoadedConfig,
  { pages, tabs, fields, help }: Screens,
): Promise<void> {
  const config = toConfig(loaded);
  await applyPreferences(config.user, config.languages);
  await speakLanguageOfInstallation(config);
  await new Promise<void>((resolve, reject) => {
    const app = { config, pages, tabs, fields: fields ?? [], help: help ?? {}, onDrawn: resolve };
    const router = createBrowserRouter([{ path: '*', element: <App {...app} /> }]);
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

const noLooks: FieldLookCodes = [];

export function App({
  config: first,
  pages = {},
  tabs = [],
  fields = noLooks,
  help = {},
  onDrawn = doNothing,
}: AppProps) {
  const config = useFieldLooks(useLiveConfig(first), fields);
  const { descriptor, role } = config;
  const i18nProvider = useI18nProvider(descriptor);
  const [queryClient] = useState(createQueryClient);
  useFreshRecords(queryClient, descriptor);
  const [store] = useState(() => localStorageStore());
  const authProvider = useMemo(() => createAuthProvider(config), [config]);
  const dataProvider = useMemo(
    () => createDataProvider({ http, descriptor, role }),
    [descriptor, role],
  );
  return (
    <ConfigProvider value={config}>
      <RecordTabsContext value={tabs}>
        <CoreAdminContext
          authProvider={authProvider}
          dataProvider={dataProvider}
          i18nProvider={i18nProvider}
          queryClient={queryClient}
          store={store}
        >
          <FirstList>
            <OwnHelpContext value={help}>
              <AppTheme>
                <Drawn onDrawn={onDrawn} />
                <FileProvider>
                  <CoreAdminUI
                    disableTelemetry
                    title={descriptor.app.title}
                    layout={Layout}
                    error={PageError}
                    catchAll={NotFoundPage}
                    accessDenied={AccessDeniedPage}
                    loginPage={ToDashboard}
                  >
                    {toResources(descriptor, role)}
                    {toPageRoutes(descriptor, role, pages)}
                    {toBaseRoutes(descriptor)}
                    <CustomRoutes>
                      <Route path="/" element={<ToDashboard />} />
                      <Route path="/dashboard" element={<DashboardPage />} />
                      <Route path="/info/overview" element={<InfoPage />} />
                      <Route path="/structure/overview" element={<StructurePage />} />
                      <Route path="/users/myprofile" element={<ProfilePage />} />
                      <Route path="/lock" element={<LockPage />} />
                      <Route path="/register" element={<ToDashboard />} />
                      <Route path="/forgotPassword" element={<ToDashboard />} />
                      <Route path="/resetpassword/:id/:token" element={<ToDashboard />} />
                      <Route path="/confirmemail/:id/:token" element={<ToDashboard />} />
                      <Route path="/admin/overview" element={<OverviewPage />} />
                      <Route path="/admin/widgets" element={<WidgetsPage />} />
                      <Route path="/admin/files" element={<FilesPage />} />
                      <Route path="/admin/outbox" element={<OutboxPage />} />
                      <Route path="/admin/mailtexts" element={<MailTextsPage />} />
                      <Route path="/admin/webhooks" element={<WebhooksPage />} />
                      <Route path="/admin/audit" element={<AuditPage />} />
                      <Route path="/help" element={<HelpPage />} />
                      <Route path="/help/:page" element={<HelpPage />} />
                      <Route path="/changes" element={<ChangesPage />} />
                      <Route path="/tools/overview" element={<ToolsPage />} />
                      <Route path="/tools/duplicates" element={<DuplicatesPage />} />
                      <Route path="/tools/import" element={<ImportPage />} />
                      <Route path="/tools/recipes" element={<RecipesPage />} />
                      <Route path="/tools/jobs" element={<JobsPage />} />
                      <Route path="/tools/jobs/:id" element={<JobPage />} />
                    </CustomRoutes>
                  </CoreAdminUI>
                </FileProvider>
                <Notices />
                <UndoHost />
              </AppTheme>
            </OwnHelpContext>
          </FirstList>
        </CoreAdminContext>
      </RecordTabsContext>
    </ConfigProvider>
  );
}

/** The lock covers every page, so this address needs none of its own. */
function LockPage() {
  useEffect(lock, []);
  return <ToDashboard />;
}

/** A signed-in user does not need the pages of the sign-in. */
function ToDashboard() {
  return <Navigate to="/dashboard" replace />;
}

/** A language without labels in this installation would mix two languages on every screen. */
async function speakLanguageOfInstallation({ languages }: Config): Promise<void> {
  const spoken = languages.filter(isLanguage);
  if (spoken.length > 0 && !spoken.includes(language()))
    await switchLanguage(requireItem(spoken, 0));
}
