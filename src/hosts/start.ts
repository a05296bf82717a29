import { ensureBuilt } from './built.ts';
import { readStart } from './read-start.ts';
import { runProgram } from './refusal.ts';
import { openServer, type RunningServer } from './server.ts';

// `dev.ts` serves the screens by Vite.
const screens = !process.argv.includes('--without-screens');

/** The main program of `npm start`. */
async function start(): Promise<void> {
  const environment = await readStart(process.env);
  const built = screens ? ensureBuilt() : undefined;
  const server = openServer({ environment, built, say: console.log });
  stopOnSignal(server);
  const { url } = await server;
  console.log(screens ? `Backoffice is ready at ${url}` : `The API is ready at ${url}`);
}

/** In milliseconds, whatever the database does. */
const LONGEST_STOP = 9_800;

function stopOnSignal(server: Promise<RunningServer>): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    // A second signal stops immediately.
    if (stopping) process.exit(1);
    stopping = true;
    console.log(`Stopping (${signal}) …`);
    setTimeout(() => {
      console.error('Shutdown did not complete within ten seconds.');
      process.exit(1);
    }, LONGEST_STOP).unref();
    const running = await server;
    await running.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

await runProgram(start);
