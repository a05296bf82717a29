import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isDocsPath } from '../admin/shell/start/return-path.ts';
import {
  assetHeaders,
  docsHeaders,
  pageHeaders,
  workerHeaders,
} from '../api/http/answer/security-headers.ts';
import { endScript, readWorker } from './worker/worker-script.ts';
import { isScreen } from '../admin/shell/is-screen.ts';
import type { Log } from '../store/log-fields.ts';
import { builtFolder } from './build/built.ts';
import type { LiveDescriptor } from './live-descriptor.ts';
import { unlessMissing } from './unless-missing.ts';
import { requireValue } from '../fields/require-entry.ts';

/** The path of the file that tells browsers how to install the app. */
const MANIFEST = '/app.webmanifest';

const PNG = 'image/png';

/** The two built pages: the app, and the API documentation, which is not part of it. */
const START = 'index.html';
const DOCS = 'docs.html';

type Encoding = 'br' | 'gzip';
type Body = string | Buffer<ArrayBuffer>;
/** A file to serve, uncompressed and compressed. */
type Page = {
  type: string;
  cache: string;
  etag?: string;
  /** Undefined if a build has removed it in the meantime. */
  read(encoding: Encoding | undefined): Promise<Body | undefined>;
  encodings: ReadonlySet<Encoding>;
};

type Pages = (request: Request) => Promise<Response>;

type PagesParts = {
  /** The folder of the build. */
  folder: string;
  /** The title of the page before the descriptor is loaded. */
  title: string;
  /** Whether browsers cache the app by a service worker. Without, an existing worker removes itself. */
  worker: boolean;
  /** Whether a path is a screen. Other paths get the same page with status 404. */
  isScreen(path: string): boolean;
};

const contentTypes: Readonly<Record<string, string>> = {
  '.bcmap': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pfb': 'application/octet-stream',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * Serves the built files, the documentation at its two paths, and the start page at every other path. All
 * files are listed once, so the path of a request never reaches the file system.
 */
export async function createPages(parts: PagesParts): Promise<Pages> {
  const { folder, title } = parts;
  const worker = parts.worker ? await readWorker(folder) : undefined;
  const files = await listFiles(folder);
  const start = toPage(
    '.html',
    withHead(await readFile(join(folder, START), 'utf8'), title, worker?.version),
  );
  const docs = toPage('.html', withTitle(await readFile(join(folder, DOCS), 'utf8'), title));
  const script = toPage('.js', worker?.script ?? endScript);
  files.set(MANIFEST, toPage('.webmanifest', toWebManifest(title)));
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { ...assetHeaders, Allow: 'GET, HEAD' } });
    const { pathname } = new URL(request.url);
    if (pathname === '/sw.js') return answer(request, script, 200, workerHeaders);
    const file = files.get(pathname);
    if (file) return answer(request, file, 200, assetHeaders);
    if (pathname.startsWith('/assets/')) return notFound();
    if (isDocsPath(pathname)) return answer(request, docs, 200, docsHeaders);
    return answer(request, start, parts.isScreen(pathname) ? 200 : 404, pageHeaders);
  };
}

function notFound(): Response {
  return new Response('Not found\n', { status: 404, headers: assetHeaders });
}

async function answer(
  request: Request,
  page: Page,
  status: number,
  security: Readonly<Record<string, string>>,
): Promise<Response> {
  const headers = new Headers(security);
  headers.set('Content-Type', page.type);
  headers.set('Cache-Control', page.cache);
  headers.set('Vary', 'Accept-Encoding');
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding') ?? '', page.encodings);
  if (page.etag) {
    const etag = `"${page.etag}${encoding ? `-${encoding}` : ''}"`;
    headers.set('ETag', etag);
    if (status === 200 && request.headers.get('If-None-Match')?.includes(etag))
      return new Response(null, { status: 304, headers });
  }
  if (encoding) headers.set('Content-Encoding', encoding);
  const body = await page.read(encoding);
  if (body === undefined) return notFound();
  headers.set('Content-Length', String(Buffer.byteLength(body)));
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

function chooseEncoding(accepted: string, has: ReadonlySet<Encoding>): Encoding | undefined {
  const offers = accepted.split(',').map((offer) => offer.trim().toLowerCase());
  const takes = (name: Encoding): boolean =>
    has.has(name) &&
    offers.some((offer) => offer.split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(offer));
  return (['br', 'gzip'] as const).find(takes);
}

async function listFiles(folder: string): Promise<Map<string, Page>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  const all = new Set(paths);
  const pages = new Map<string, Page>();
  for (const path of paths) {
    const type = contentTypes[extname(path)];
    if (!type || path.startsWith('/.') || [START, DOCS].includes(path.slice(1))) continue;
    const encodings = new Set<Encoding>();
    if (all.has(`${path}.br`)) encodings.add('br');
    if (all.has(`${path}.gz`)) encodings.add('gzip');
    const suffixes = { br: '.br', gzip: '.gz' };
    pages.set(path, {
      type,
      encodings,
      // File names under /assets/ contain the hash of the content.
      cache: path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      read: (encoding) =>
        unlessMissing(readFile(join(folder, path + (encoding ? suffixes[encoding] : '')))),
    });
  }
  return pages;
}

/** A page made at the start; browsers revalidate it each time. */
function toPage(extension: string, text: string): Page {
  // Compressed when first requested: at the start this would take a twentieth of a second.
  const compress = { br: brotliCompressSync, gzip: gzipSync };
  const bodies: Partial<Record<Encoding, Buffer<ArrayBuffer>>> = {};
  return {
    type: requireValue(contentTypes[extension], extension),
    cache: 'no-cache',
    etag: createHash('sha256').update(text).digest('base64url').slice(0, 16),
    encodings: new Set<Encoding>(['br', 'gzip']),
    read: async (encoding) => (encoding ? (bodies[encoding] ??= compress[encoding](text)) : text),
  };
}

function withTitle(html: string, title: string): string {
  return html.replace(/<title>.*?<\/title>/s, () => `<title>${toHtml(title)}</title>`);
}

/** Writes the build version into the start page; without it the page starts no service worker. */
function withHead(html: string, title: string, version: string | undefined): string {
  const build = version === undefined ? [] : [`<meta name="build" content="${version}" />`];
  const links = [`<link rel="manifest" href="${MANIFEST}" />`, ...build];
  return withTitle(html, title).replace('</title>', () => ['</title>', ...links].join('\n    '));
}

function toHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** The web app manifest, with the title of the descriptor (W3C Web Application Manifest). */
function toWebManifest(title: string): string {
  return JSON.stringify({
    id: '/',
    name: title,
    short_name: title,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The colours of `page.css` and the icon, shown before the page.
    background_color: '#f4f6f8',
    theme_color: '#0f5c5a',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: PNG },
      { src: '/icon-512.png', sizes: '512x512', type: PNG },
      { src: '/icon-maskable.png', sizes: '512x512', type: PNG, purpose: 'maskable' },
    ],
  });
}

/** The pages of the current descriptor: its screens at each request, and its title whenever it is replaced. */
export async function openPages(
  { current, subscribe }: LiveDescriptor,
  worker: boolean,
  log: Log,
  folder = builtFolder,
): Promise<Pages> {
  const create = (title: string): Promise<Pages> =>
    createPages({ folder, title, worker, isScreen: (path) => isScreen(current(), path) });
  let { title } = current().app;
  let pages = await create(title);
  subscribe(() => {
    if (current().app.title === title) return;
    const newTitle = ({ title } = current().app).title;
    void (async () => {
      try {
        const newPages = await create(newTitle);
        if (newTitle === title) pages = newPages;
      } catch (err) {
        log.warn({ err }, 'The pages cannot be read again and keep their old title');
      }
    })();
  });
  return (request) => pages(request);
}
