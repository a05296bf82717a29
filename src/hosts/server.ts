import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Peer } from '../api/api-services.ts';
import { createClientAddresses } from '../api/http/client-address.ts';
import { mediaLimits, openMedia } from '../files/media/open-media.ts';
import { type ApiOptions, createApi } from '../api/create-api.ts';
import { createTargets } from '../api/webhooks/targets.ts';
import { listFormerData } from '../store/embedded/former-data.ts';
import { canServe } from '../store/schema/tables/applied-descriptor.ts';
import type { Environment } from './environment.ts';
import { prepareFirstStart } from './first-start.ts';
import { closeHttpServer, createHttpServer } from './http-server.ts';
import { listen } from './listen.ts';
import { followDescriptor, shareDescriptorProblems } from './live-descriptor.ts';
import { codeFor } from './read/installation-code.ts';
import { openInstallation } from './installation.ts';
import type { DatabaseServer } from './database-server.ts';
import { openMail, toDelivery } from './open/open-mail.ts';
import { openFiles, reportFiles } from './open-files.ts';
import { openFreeDisk } from './free-disk.ts';
import { openFileWork } from './open/open-file-work.ts';
import { openPages } from './pages.ts';
import { openBackups } from './open/open-backups.ts';
import { openAbandonedJobs } from './open/open-abandoned-jobs.ts';
import { openImportFolder } from '../services/import/folder/open-import-folder.ts';
import { openHookCalls } from './open/open-hook-calls.ts';
import { openPointInTime } from './open/open-point-in-time.ts';
import { openScan } from './open/open-scan.ts';
import { openScheduled } from './open/open-scheduled.ts';
import { openWebhooks } from './open/open-webhooks.ts';
import { applicationVersion } from '../store/application-version.ts';
import { inspectDescriptor } from './read/read-descriptor.ts';
import { openSecret } from './read/secret.ts';
import { Refusal } from './refusal.ts';
import { reportFormerData } from './log/report-former-data.ts';
import { findUnknownRoles, isForOthers } from './open/sign-in-providers.ts';
import type { ServerLog } from './log/log.ts';
import type { Connections } from './share-connections.ts';
import { watchDescriptor } from './watch-descriptor.ts';

export type RunningServer = {
  /** The address for this machine. */
  url: string;
  /** In which days begin when the server starts: `app.timeZone`, or that of the server. */
  timeZone: string;
  /** Finishes the current requests and stops everything the server started. */
  close(): Promise<void>;
};

type ServerOptions = {
  environment: Environment;
  log: ServerLog;
  /** The database server, which may still be starting. */
  databaseServer: Promise<DatabaseServer>;
  /** Resolves when the screens are built. Without it only the API is served, as in development beside Vite. */
  built: Promise<void> | undefined;
  /** Prints a line for the person who started it, unlike the log. */
  say(line: string): void;
};

/** The milliseconds for current work when the server stops. */
const LONGEST_FINISH = 7_000;

/** Runs the whole product on one port. When it returns, everything is started. */
export async function openServer({
  environment,
  log,
  databaseServer,
  built,
  say,
}: ServerOptions): Promise<RunningServer> {
  const secret = await openSecret(environment, (message) => log.warn({}, message));
  const [opened, screens] = await Promise.allSettled([
    openInstallation(environment, log, 'serve', databaseServer),
    built,
  ]);
  if (opened.status === 'rejected') throw opened.reason;
  const installation = opened.value;
  const { live, database, store } = installation;
  let connections: Connections | undefined;
  try {
    if (screens.status === 'rejected') throw screens.reason;
    const wrong = findUnknownRoles(environment.providers, live.current().roles);
    if (wrong.length > 0) throw new Refusal(wrong);
    const blobs = await openFiles(environment);
    void reportFiles(environment, blobs, database, log);
    const media = openMedia(log, { ...mediaLimits, megabytes: environment.filesMemoryMb });
    const scan = environment.scanCommand && openScan(environment.scanCommand, log);
    const fileServices = { database, blobs, media, ...(scan && { scan }) };
    await prepareFirstStart(installation, environment, { ...fileServices, say });
    const { actions, routes } = codeFor(live.current());
    const freeDisk = openFreeDisk(environment);
    const webhookTargets = createTargets(environment.webhookPrivate);
    const { url: databaseUrl } = await databaseServer;
    const pointInTime = await openPointInTime(
      environment,
      { url: databaseUrl, database, blobs },
      log,
    );
    const services: ApiOptions = {
      ...fileServices,
      store,
      fileLimits: { perUser: environment.filesUserLimit, all: environment.filesLimit },
      descriptor: live.current,
      news: live,
      secret,
      log,
      actions,
      routes,
      sample: () => codeFor(live.current()).sample,
      version: applicationVersion,
      ready: canServe,
      migrations: () => ({ state: 'applied', hash: live.current().hash }),
      file: async () => {
        const { outcome } = await inspectDescriptor(environment.resources);
        return { name: relative('.', environment.resources), found: outcome };
      },
      ...(freeDisk && { freeDisk }),
      publicUrl: environment.publicUrl,
      trustedProxies: environment.trustedProxies,
      corsOrigins: environment.corsOrigins,
      sessionIdleDays: environment.sessionIdleDays,
      metricsToken: environment.metricsToken,
      backupPlan: environment.backupSchedule,
      isForOthers: isForOthers(environment),
      formerData: () => listFormerData(environment.dataDir),
      ...(pointInTime && { pointInTime }),
      slowAfter: environment.slowQueryMs,
      webhookTargets,
      oidc: environment.providers,
      passwordSignIn: environment.passwordSignIn,
      delivery: toDelivery(environment),
      connections: () => connections?.count() ?? { open: 0, refused: 0 },
      droppedLogLines: log.lines.dropped,
    };
    const api = createApi(services);
    const pages = built ? await openPages(live, environment.serviceWorker, log) : api.fetch;
    const answer = (request: Request, peer: Peer): Promise<Response> =>
      isApiPath(new URL(request.url).pathname) ? api.fetch(request, peer) : pages(request);
    const server = createHttpServer(answer, undefined, {
      most: environment.maxConnections,
      isProxy: createClientAddresses(environment).isProxy,
      log,
    });
    ({ connections } = server);
    const url = await listen(server, environment.host, environment.port);
    const mail = await openMail(environment, installation, url, log);
    const stopFileWork = await openFileWork(fileServices, log);
    const stopHookCalls = await openHookCalls(installation, log);
    const stopWebhooks = await openWebhooks({
      database,
      store: store.for('job'),
      descriptor: live.current,
      secret,
      version: applicationVersion,
      targets: webhookTargets,
      log,
    });
    const stopScheduled = openScheduled({ ...installation, blobs }, log);
    const stopFolder = openImportFolder(services, { root: environment.importFolder });
    const stopAbandonedJobs = openAbandonedJobs(services);
    const stopBackups = openBackups(environment, installation, log);
    const stopFollowing = await followDescriptor(live, database, log);
    const stopSharing = await shareDescriptorProblems(live, database, log);
    const path = environment.resources;
    const stopWatching = environment.watch
      ? await watchDescriptor({ path, live, database, log, say })
      : undefined;
    const finish = async (): Promise<void> => {
      stopWatching?.();
      media.close();
      // Event streams end at once, or the server would wait for them. A part that fails does not keep the
      // others open.
      const ended = await Promise.allSettled([
        closeHttpServer(server),
        api.close(),
        mail.close(),
        stopFileWork(),
        stopHookCalls(),
        stopWebhooks(),
        stopFollowing(),
        stopSharing(),
        stopScheduled(),
        stopFolder(),
        stopAbandonedJobs(),
        stopBackups(),
      ]);
      for (const each of ended)
        if (each.status === 'rejected')
          log.warn({ err: each.reason }, 'a part of the server did not shut down cleanly');
      // Last, so that everything is in it.
      await pointInTime?.close();
    };
    const close = async (): Promise<void> => {
      // Work that waits for a silent database fails when its connection closes.
      await Promise.race([finish(), sleep(LONGEST_FINISH, undefined, { ref: false })]);
      await installation.close();
    };
    reportFormerData(environment, log);
    return { url, timeZone: live.current().app.timeZone, close };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

function isApiPath(path: string): boolean {
  return (
    path.startsWith('/api/') || ['/api', '/healthz', '/readyz', '/metrics', '/mcp'].includes(path)
  );
}
