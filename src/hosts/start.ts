import { setImmediate } from 'node:timers/promises';
import { openServer as openDatabaseServer, toStoreLog } from './database-server.ts';
import type { Environment } from './environment.ts';
import { createLog, type ServerLog } from './log/log.ts';
import { readStart } from './read/read-start.ts';
import { applicationVersion } from '../store/application-version.ts';
import { runProgram } from './refusal.ts';
import type { RunningServer } from './server.ts';
import type { Telemetry } from './log/telemetry.ts';

// `dev.ts` serves the screens by Vite.
const screens = !process.argv.includes('--without-screens');

/** The main program of `npm start`, from its bundle or from the sources. */
export async function start(isBundled: boolean): Promise<void> {
  await runProgram(async () => {
    const environment = await readStart(process.env);
    // A full disk under a standard stream must not end the process.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    const telemetry: Telemetry | undefined = await openTelemetry(environment, (message) =>
      log.warn({}, message),
    );
    const log = createLog(environment.logLevel, undefined, telemetry?.sendLine);
    // `console` would wait for whoever reads the log.
    const say = (line: string): void => log.lines.writeNow(`${line}\n`);
    const server = openServer(environment, { isBundled, log, telemetry, say });
    stopOnSignal(server, say);
    const { url, timeZone } = await server;
    say(`Days and times are in ${timeZone}`);
    say(screens ? `Backoffice is ready at ${url}` : `The API is ready at ${url}`);
  });
}

type Parts = {
  isBundled: boolean;
  log: ServerLog;
  telemetry: Telemetry | undefined;
  say(line: string): void;
};

/** PostgreSQL starts in its own process while this one loads the rest of its code, which takes about as long. */
async function openServer(
  environment: Environment,
  { isBundled, log, telemetry, say }: Parts,
): Promise<RunningServer> {
  const databaseServer = openDatabaseServer(environment, toStoreLog(log));
  // `openInstallation` reports a failure, once the code is there.
  databaseServer.catch(() => undefined);
  try {
    // Loading blocks this process; PostgreSQL is launched before that.
    await setImmediate();
    const [server, { ensureBuilt }] = await Promise.all([
      import('./server.ts'),
      import('./build/built.ts'),
    ]);
    const built = screens ? ensureBuilt(isBundled) : undefined;
    const running = await server.openServer({
      environment,
      log,
      databaseServer,
      built,
      say,
    });
    const close = async (): Promise<void> => {
      await running.close();
      await telemetry?.close();
    };
    return { ...running, close };
  } catch (error) {
    await databaseServer.then(({ stop }) => stop()).catch(() => undefined);
    throw error;
  }
}

/** Without a collector, nothing of it is loaded. */
async function openTelemetry({ telemetryUrl }: Environment, warn: (message: string) => void) {
  if (telemetryUrl === undefined) return undefined;
  const telemetry = await import('./log/telemetry.ts');
  return telemetry.openTelemetry({ version: applicationVersion, environment: process.env, warn });
}

/** In milliseconds, whatever the database does. */
const LONGEST_STOP = 9_800;

function stopOnSignal(server: Promise<RunningServer>, say: Parts['say']): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    // A second signal stops immediately.
    if (stopping) process.exit(1);
    stopping = true;
    say(`Stopping (${signal}) …`);
    setTimeout(() => {
      say('Shutdown did not complete within ten seconds.');
      process.exit(1);
    }, LONGEST_STOP).unref();
    const running = await server;
    await running.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
