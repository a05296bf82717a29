import { CHUNK_FAILED } from '../start/load-chunk.ts';
import { loadTexts } from '../../messages/texts.ts';
import { onServerEvent } from '../../client/events/server-events.ts';
import { updateNotice } from './found-update.ts';
import { watchInput } from './is-held.ts';
import { sleep } from '../../client/http.ts';

/** A tab that stays open for weeks hears of a newer build too. */
const EVERY = 3_600_000;
/** Looking costs the server next to nothing, but not at each change of tabs. */
const PAUSE = 60_000;
/** Kept in the tab: to which builds it was refreshed, so that it is never twice to one, whatever replicas have. */
const REFRESHED = 'refreshed-to';
/** Until the newer worker has taken over; the page itself comes from the server in any case. */
const PATIENCE = 3_000;

type Registration = ServiceWorkerRegistration;

/**
 * Keeps the app in the browser by a service worker, and follows a newer build: says so and loads the page
 * anew, once. Each tab decides for itself; that another one went on does not concern it.
 */
export async function watchUpdates(): Promise<void> {
  // Pages over plain HTTP from another machine have none.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const own = document.querySelector('meta[name=build]')?.getAttribute('content');
  if (!workers) return;
  if (!own) return forget(workers);
  watchInput();
  const registered = await workers.register('/sw.js', { updateViaCache: 'none' });
  const registration = registered as Registration | undefined;
  // What drives a browser for tests may forbid it without a word.
  if (!registration) return;

  let shown: string | undefined;
  const look = async (newest: ServiceWorker | null): Promise<void> => {
    if (!newest) return;
    const version = await askVersion(newest);
    // This page was loaded since, and is of that build.
    if (version === own) activate(newest);
    else if (version !== shown && !refreshedTo().includes(version)) await show((shown = version));
  };
  const show = async (version: string): Promise<void> => {
    const [{ UpdateNotice }] = await Promise.all([
      import('./update-notice.tsx'),
      loadTexts(import.meta.glob('/src/admin/messages/*/update.ts')),
    ]);
    const refresh = async (): Promise<void> => {
      sessionStorage.setItem(REFRESHED, [...refreshedTo(), version].join(' '));
      const { waiting } = registration;
      if (waiting) {
        activate(waiting);
        await Promise.race([nextController(workers), sleep(PATIENCE)]);
      }
      location.reload();
    };
    updateNotice.set(
      <UpdateNotice onRefresh={() => void refresh()} onClose={() => updateNotice.set(undefined)} />,
    );
  };

  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') void look(registration.waiting);
    });
  });
  workers.addEventListener('controllerchange', () => {
    void look(registration.waiting ?? workers.controller);
  });
  await registration.update().catch(() => undefined);
  // What waits is older than what comes.
  if (!registration.installing) await look(registration.waiting);
  keepLooking(registration);
}

function refreshedTo(): string[] {
  return sessionStorage.getItem(REFRESHED)?.split(' ') ?? [];
}

/** When it is likely that there is a newer build, and else now and then. */
function keepLooking(registration: Registration): void {
  let last = Date.now();
  const look = (): void => {
    last = Date.now();
    // Without a connection there is nothing to be found out; another time there is.
    registration.update().catch(() => undefined);
  };
  const lookAgain = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - last > PAUSE) look();
  };
  setInterval(lookAgain, EVERY);
  document.addEventListener('visibilitychange', lookAgain);
  window.addEventListener('online', look);
  // A part that is gone was taken away by a newer build; a server that is back may have one.
  window.addEventListener(CHUNK_FAILED, look);
  onServerEvent(({ event }) => {
    if (event === 'ready') look();
  });
}

/** The server wants no worker, as in development: one of before does not stay. */
async function forget(workers: ServiceWorkerContainer): Promise<void> {
  for (const registration of await workers.getRegistrations()) await registration.unregister();
  const ours = (await caches.keys()).filter((key) => key.startsWith('backoffice-'));
  for (const key of ours) await caches.delete(key);
}

function askVersion(worker: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data), {
      once: true,
    });
    port1.start();
    worker.postMessage('version', [port2]);
  });
}

function activate(worker: ServiceWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker.postMessage('activate');
}

function nextController(workers: ServiceWorkerContainer): Promise<unknown> {
  return new Promise((resolve) =>
    workers.addEventListener('controllerchange', resolve, { once: true }),
  );
}
