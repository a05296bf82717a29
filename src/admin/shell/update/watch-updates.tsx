import { CHUNK_FAILED } from '../start/load-chunk.ts';
import { loadTexts } from '../../messages/texts.ts';
import { onServerEvent } from '../../client/events/server-events.ts';
import { updateNotice } from './found-update.ts';
import { watchInput } from './unfinished-work.ts';
import { sleep } from '../../client/http.ts';

/** Milliseconds after which an open tab checks again for a newer build. */
const CHECK_INTERVAL_MS = 3_600_000;
/** Milliseconds between checks when the user switches tabs; a check costs the server little, but not nothing. */
const MIN_CHECK_INTERVAL_MS = 60_000;
/** Kept in the tab: the builds it was reloaded for, so that it never reloads twice for one, whatever replicas serve. */
const REFRESHED_KEY = 'refreshed-to';
/** Milliseconds for the newer worker to take over; the page comes from the server in any case. */
const TAKEOVER_TIMEOUT_MS = 3_000;

type Registration = ServiceWorkerRegistration;

/**
 * Caches the app with a service worker and follows newer builds: announces one and reloads
 * the page once. Each tab decides for itself, independently of the others.
 */
export async function watchUpdates(): Promise<void> {
  // Pages over plain HTTP from another machine have no service workers.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const own = document.querySelector('meta[name=build]')?.getAttribute('content');
  if (!workers) return;
  if (!own) return forget(workers);
  watchInput();
  const registered = await workers.register('/sw.js', { updateViaCache: 'none' });
  const registration = registered as Registration | undefined;
  // Test drivers may block it without an error.
  if (!registration) return;

  let shown: string | undefined;
  const checkWorker = async (newest: ServiceWorker | null): Promise<void> => {
    if (!newest) return;
    const version = await askVersion(newest);
    // This page was loaded from that build already.
    if (version === own) activate(newest);
    else if (version !== shown && !refreshedTo().includes(version)) await show((shown = version));
  };
  const show = async (version: string): Promise<void> => {
    const [{ UpdateNotice }] = await Promise.all([
      import('./update-notice.tsx'),
      loadTexts(import.meta.glob('/src/admin/messages/*/shell/update.ts')),
    ]);
    const refresh = async (): Promise<void> => {
      sessionStorage.setItem(REFRESHED_KEY, [...refreshedTo(), version].join(' '));
      const { waiting } = registration;
      if (waiting) {
        activate(waiting);
        await Promise.race([nextController(workers), sleep(TAKEOVER_TIMEOUT_MS)]);
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
      if (installing.state === 'installed') void checkWorker(registration.waiting);
    });
  });
  workers.addEventListener('controllerchange', () => {
    void checkWorker(registration.waiting ?? workers.controller);
  });
  await registration.update().catch(() => undefined);
  // A waiting worker is older than one that is installing.
  if (!registration.installing) await checkWorker(registration.waiting);
  pollForUpdates(registration);
}

function refreshedTo(): string[] {
  return sessionStorage.getItem(REFRESHED_KEY)?.split(' ') ?? [];
}

/** Checks when a newer build is likely, and otherwise at intervals. */
function pollForUpdates(registration: Registration): void {
  let last = Date.now();
  const checkForUpdate = (): void => {
    last = Date.now();
    // Without a connection the check fails; a later one will succeed.
    registration.update().catch(() => undefined);
  };
  const checkIfDue = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - last > MIN_CHECK_INTERVAL_MS)
      checkForUpdate();
  };
  setInterval(checkIfDue, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', checkIfDue);
  window.addEventListener('online', checkForUpdate);
  // A missing part was removed by a newer build; a restarted server may have one.
  window.addEventListener(CHUNK_FAILED, checkForUpdate);
  onServerEvent(({ event }) => {
    if (event === 'ready') checkForUpdate();
  });
}

/** The server wants no service worker, as in development, so an earlier one is removed. */
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
  worker.postMessage('activate');
}

function nextController(workers: ServiceWorkerContainer): Promise<unknown> {
  return new Promise((resolve) =>
    workers.addEventListener('controllerchange', resolve, { once: true }),
  );
}
