/** What the worker knows of its build. */
type WorkerBuild = {
  /** Also in the start page, so that the page of another build is never cached with these files. */
  version: string;
  /** The paths of the files that are cached at installation. */
  files: readonly string[];
};

/** What this worker uses of `ServiceWorkerGlobalScope`, whose own types conflict with those of a page. */
type WorkerScope = {
  addEventListener(name: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(name: 'message', listener: (event: MessageEvent) => void): void;
  clients: { claim(): Promise<void> };
  location: { origin: string };
  registration: { navigationPreload?: { enable(): Promise<void> }; unregister(): Promise<boolean> };
  skipWaiting(): Promise<void>;
};

type LifeEvent = { waitUntil(work: Promise<unknown>): void };
type FetchEvent = LifeEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};

/**
 * The service worker. It is sent as text, so it uses nothing outside this function (`worker-script.ts`). It
 * caches the files of one build and the start page, but no data of users: requests below `/api`, and to all
 * other addresses except screens and `/assets/`, do not pass through it.
 */
export function runWorker(scope: WorkerScope, { version, files }: WorkerBuild): void {
  const OURS = 'backoffice-';
  const OWN = OURS + version;
  /** The milliseconds until a useless connection counts as none, and the cached page is used. */
  const PATIENCE = 8_000;
  const AWAY = [502, 503, 504];

  scope.addEventListener('install', (event) => event.waitUntil(install()));
  scope.addEventListener('activate', (event) => event.waitUntil(activate()));
  scope.addEventListener('message', ({ data, ports }) => {
    if (data === 'version') ports[0]?.postMessage(version);
    // Only at the request of a page, which knows whether unsaved input would be lost.
    if (data === 'activate') void scope.skipWaiting();
  });
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== scope.location.origin) return;
    if (pathname.startsWith('/assets/')) event.respondWith(answerAsset(event));
    else if (request.mode === 'navigate' && isScreen(pathname))
      event.respondWith(answerPage(event));
  });

  async function install(): Promise<void> {
    try {
      const cache = await caches.open(OWN);
      const page = await fetch('/', { cache: 'no-cache' });
      const text = await page.clone().text();
      // Another replica may serve another build, and a proxy a page of its own.
      if (!page.ok || page.redirected || !text.includes(version))
        throw new Error(`The start page does not belong to version ${version}`);
      await cache.put('/', page);
      await Promise.all(
        files.map(async (path) => {
          const kept = await find(path);
          await (kept ? cache.put(path, kept) : cache.add(path));
        }),
      );
    } catch (cause) {
      await caches.delete(OWN);
      throw cause;
    }
  }

  async function activate(): Promise<void> {
    const others = (await caches.keys()).filter((key) => key.startsWith(OURS) && key !== OWN);
    // Keeps the last one, because an open tab with that build still needs its files.
    await Promise.all(others.slice(0, -1).map((key) => caches.delete(key)));
    // The browser then requests the page while it starts the worker.
    await scope.registration.navigationPreload?.enable();
    await scope.clients.claim();
  }

  /** Never outdated while the server responds, because the page then comes from it. */
  async function answerPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
    const response = preloadResponse.then((early) => early ?? fetch(request));
    const answer = await Promise.race([response.catch(() => undefined), sleep(PATIENCE)]);
    if (answer && !AWAY.includes(answer.status)) return answer;
    return (await find('/')) ?? response;
  }

  /** The name of an asset contains the hash of its content, so a cached one is always correct. */
  async function answerAsset(event: FetchEvent): Promise<Response> {
    const { request } = event;
    const kept = await find(request.url);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) {
      const copy = answer.clone();
      const cacheCopy = async (): Promise<void> => (await caches.open(OWN)).put(request, copy);
      event.waitUntil(cacheCopy());
    }
    return answer;
  }

  async function find(path: string): Promise<Response | undefined> {
    const own = await caches.open(OWN);
    return (
      (await own.match(path, { ignoreVary: true })) ?? caches.match(path, { ignoreVary: true })
    );
  }

  function isScreen(path: string): boolean {
    return !/^\/(api|docs|healthz|readyz|metrics)(\/|$)/.test(path);
  }

  function sleep(milliseconds: number): Promise<undefined> {
    return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
  }
}

/** Replaces a worker that is no longer wanted: deletes all caches and unregisters itself. */
export function endWorker(scope: WorkerScope): void {
  scope.addEventListener('install', () => void scope.skipWaiting());
  scope.addEventListener('activate', (event) => event.waitUntil(end()));

  async function end(): Promise<void> {
    const ours = (await caches.keys()).filter((key) => key.startsWith('backoffice-'));
    await Promise.all(ours.map((key) => caches.delete(key)));
    await scope.registration.unregister();
  }
}
