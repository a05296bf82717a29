import { setTimeout as sleep } from 'node:timers/promises';
import type { Peer } from '../api/api-services.ts';
import { createClientAddresses } from '../api/http/client-address.ts';
import { mediaLimits, openMedia } from '../files/media/open-media.ts';
import { type ApiOptions, createApi } from '../api/create-api.ts';
import { createTargets, type Targets } from '../api/webhooks/targets.ts';
import { listFormerData } from '../store/embedded/former-data.ts';
import { canServe } from '../store/schema/tables/applied-descriptor.ts';
import type { Database } from '../store/connection/database.ts';
import type { Environment } from './environment.ts';
import { prepareFirstStart } from './first-start.ts';
import { closeHttpServer, createHttpServer } from './http-server.ts';
import { listen } from './listen.ts';
import { openDescriptorFiles } from './structure/descriptor-files.ts';
import { adoptInTurn, followDescriptor, shareDescriptorProblems } from './live-descriptor.ts';
import { codeFor } from './read/installation-code.ts';
import { openInstallation, type Installation } from './installation.ts';
import type { DatabaseServer } from './database-server.ts';
import { fillNews, openInboxMails } from './open/open-inbox-mails.ts';
import { openMail, toDelivery } from './open/open-mail.ts';
import { moveOldFiles, openFiles, reportFiles } from './open-files.ts';
import type { FileServices } from '../services/files/accept-file.ts';
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
import { openWatches } from './open/open-watches.ts';
import { openWebhooks } from './open/open-webhooks.ts';
import { applicationVersion } from '../store/application-version.ts';
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
export async function openServer(options: ServerOptions): Promise<RunningServer> {
  const { environment, log, databaseServer, built, say } = options;
  const secret = await openSecret(environment, (message) => log.warn({}, message));
  const [opened, screens] = await Promise.allSettled([
    openInstallation(environment, log, 'serve', databaseServer),
    built,
  ]);
  if (opened.status === 'rejected') throw opened.reason;
  const installation = opened.value;
  const { live, database } = installation;
  let connections: Connections | undefined;
  try {
    if (screens.status === 'rejected') throw screens.reason;
    const unknownRoles = findUnknownRoles(environment.providers, live.current().roles);
    if (unknownRoles.length > 0) throw new Refusal(unknownRoles);
    const fileServices = await openFileServices(environment, database, log);
    const { blobs, media } = fileServices;
    await prepareFirstStart(installation, environment, { ...fileServices, say });
    const webhookTargets = createTargets(environment.webhookPrivate);
    const { url: databaseUrl } = await databaseServer;
    const source = { url: databaseUrl, database, blobs };
    const pointInTime = await openPointInTime(environment, source, log);
    const services = toServices(installation, environment, {
      ...fileServices,
      secret,
      log,
      webhookTargets,
      connections: () => connections?.count() ?? { open: 0, refused: 0 },
      ...(pointInTime && { pointInTime }),
    });
    const api = createApi(services);
    const pages = built ? await openPages(live, environment.serviceWorker, log) : api.fetch;
    const answer = (request: Request, peer: Peer): Promise<Response> =>
      isOfApi.test(request.url) ? api.fetch(request, peer) : pages(request);
    const { isProxy } = createClientAddresses(environment);
    const limits = { most: environment.maxConnections, isProxy, log };
    const server = createHttpServer(answer, undefined, limits);
    ({ connections } = server);
    const url = await listen(server, environment.host, environment.port);
    const stopWork = await startWork({ installation, environment, services, url, log, say });
    const finish = async (): Promise<void> => {
      media.close();
      // Event streams end at once, or the server would wait for them. A part that fails does not keep the
      // others open.
      await stopAll([() => closeHttpServer(server), api.close, ...stopWork], log);
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

async function openFileServices(environment: Environment, database: Database, log: ServerLog) {
  const blobs = await openFiles(environment);
  void reportFiles(environment, blobs, database, log);
  await moveOldFiles(blobs, database, log);
  const media = openMedia(log, { ...mediaLimits, megabytes: environment.filesMemoryMb });
  const scan = environment.scanCommand && openScan(environment.scanCommand, log);
  return { database, blobs, media, ...(scan && { scan }) };
}

async function stopAll(stops: readonly (() => unknown)[], log: ServerLog): Promise<void> {
  const ended = await Promise.allSettled(stops.map(async (stop) => await stop()));
  for (const each of ended)
    if (each.status === 'rejected')
      log.warn({ err: each.reason }, 'a part of the server did not shut down cleanly');
}

type OpenedServices = FileServices &
  Pick<ApiOptions, 'secret' | 'connections' | 'pointInTime'> & {
    webhookTargets: Targets;
    log: ServerLog;
  };

/** What the API needs of an installation whose parts are open. */
function toServices(
  { live, store }: Installation,
  environment: Environment,
  opened: OpenedServices,
): ApiOptions & OpenedServices {
  const { actions, routes } = codeFor(live.current());
  const freeDisk = openFreeDisk(environment);
  return {
    ...opened,
    store,
    fileLimits: { perUser: environment.filesUserLimit, all: environment.filesLimit },
    descriptor: live.current,
    news: live,
    actions,
    routes,
    sample: () => codeFor(live.current()).sample,
    version: applicationVersion,
    ready: canServe,
    migrations: () => ({ state: 'applied', hash: live.current().hash }),
    descriptorFiles: openDescriptorFiles({
      path: environment.resources,
      commits: environment.descriptorGit,
      log: opened.log,
      follow: () => adoptInTurn(live, opened.database, opened.log),
    }),
    ...(freeDisk && { freeDisk }),
    publicUrl: environment.publicUrl,
    trustedProxies: environment.trustedProxies,
    corsOrigins: environment.corsOrigins,
    sessionIdleDays: environment.sessionIdleDays,
    metricsToken: environment.metricsToken,
    backupPlan: environment.backupSchedule,
    isForOthers: isForOthers(environment),
    formerData: () => listFormerData(environment.dataDir),
    slowAfter: environment.slowQueryMs,
    oidc: environment.providers,
    passwordSignIn: environment.passwordSignIn,
    delivery: toDelivery(environment),
    droppedLogLines: opened.log.lines.dropped,
  };
}

type WorkOptions = Pick<ServerOptions, 'environment' | 'log' | 'say'> & {
  installation: Installation;
  services: ApiOptions & OpenedServices;
  url: string;
};

/** Starts all that a server does besides answering; returns the functions that stop it. */
async function startWork({ installation, environment, services, url, log, say }: WorkOptions) {
  const { live, database, store } = installation;
  const fill = fillNews(services);
  const mail = await openMail(environment, installation, { url, log, fill });
  const stops: (() => unknown)[] = [
    mail.close,
    await openFileWork(services, log),
    await openHookCalls(installation, log),
    await openWebhooks({
      database,
      store: store.for('job'),
      descriptor: live.current,
      secret: services.secret,
      version: applicationVersion,
      targets: services.webhookTargets,
      log,
    }),
    await openWatches(installation, log),
    openScheduled({ ...installation, blobs: services.blobs }, log),
    openInboxMails(services),
    openImportFolder(services, { root: environment.importFolder }),
    openAbandonedJobs(services),
    openBackups(environment, installation, log),
    await followDescriptor(live, database, log),
    await shareDescriptorProblems(live, database, log),
  ];
  const path = environment.resources;
  if (environment.watch) stops.unshift(await watchDescriptor({ path, live, database, log, say }));
  return stops;
}

/** The address of a request to the API. To parse each address would take as long as to find its route. */
const isOfApi = /^https?:\/\/[^/]+\/(?:api\/|(?:api|healthz|readyz|metrics|mcp)(?:[?#]|$))/;
