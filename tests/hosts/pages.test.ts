import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { createLiveDescriptor } from '../../src/hosts/live-descriptor.ts';
import { createPages, openPages } from '../../src/hosts/pages.ts';
import { librarySource } from '../support/library.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const script =
  'console.log("a script that is long enough to get smaller by compression, ssssssss")';

/** What Vite says of a build: two pages, of which the app loads a part that is large. */
const built = {
  'index.html': { file: 'assets/app-1a2b.js', dynamicImports: ['large.ts', 'words.ts', '_app.js'] },
  '_app.js': { file: 'assets/app-1a2b.js', imports: ['index.html', '_shared.js'] },
  '_shared.js': { file: 'assets/shared-7a8b.js' },
  'large.ts': { file: 'assets/large-5e6f.js', isDynamicEntry: true },
  'words.ts': {
    file: 'assets/words-9c0d.js',
    isDynamicEntry: true,
    css: ['assets/words-9c0d.css'],
  },
  'docs.html': { file: 'assets/docs-7a8b.js' },
};

describe('the pages', () => {
  let folder: string;
  let pages: (request: Request) => Promise<Response>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backoffice-pages-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Old</title><main></main>');
    await writeFile(join(folder, 'docs.html'), '<!doctype html><title>Old</title><div></div>');
    await writeFile(join(folder, '.built-from'), 'a hash');
    await writeFile(join(folder, 'favicon.svg'), '<svg/>');
    await writeFile(join(folder, 'assets/app-1a2b.js'), script);
    await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script));
    await writeFile(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(script));
    await writeFile(join(folder, 'assets/pdf.worker-3c4d.mjs'), script);
    await mkdir(join(folder, '.vite'));
    await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(built));
    // What counts is what a browser loads.
    await writeFile(join(folder, 'assets/large-5e6f.js'), ' '.repeat(600_000));
    await writeFile(join(folder, 'assets/large-5e6f.js.gz'), gzipSync(' '.repeat(600_000)));
    for (const name of ['words-9c0d.js', 'shared-7a8b.js']) {
      await writeFile(join(folder, 'assets', name), ' '.repeat(400_000));
      await writeFile(join(folder, 'assets', `${name}.gz`), randomBytes(110_000));
    }
    await writeFile(join(folder, 'assets/words-9c0d.css'), 'p { margin: 0 }');
    const isScreen = (path: string): boolean => path === '/chems/overview';
    pages = await createPages({ folder, title: 'Food & <Contact>', isScreen, worker: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    pages(new Request(`http://localhost${path}`, { headers }));

  test('allows DOMPurify a policy only on the pages of the documentation', async () => {
    const policyAt = async (path: string): Promise<string | undefined> =>
      (await get(path)).headers.get('Content-Security-Policy')?.split('; ').at(-1);

    expect(await policyAt('/chems/overview')).toBe('trusted-types default');
    expect(await policyAt('/docs/public')).toBe('trusted-types default dompurify');
  });

  test('caches an asset permanently, because its name contains its hash', async () => {
    const response = await get('/assets/app-1a2b.js');

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await response.text()).toBe(script);
  });

  test('lets the PDF worker load only our own files', async () => {
    const response = await get('/assets/pdf.worker-3c4d.mjs');

    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'",
    );
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
    ['broken, x-gzip', null],
  ])('chooses for Accept-Encoding "%s" the encoding %s', async (accepted, encoding) => {
    const response = await get('/assets/app-1a2b.js', { 'Accept-Encoding': accepted });

    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
  });

  test('serves the start page for a screen, with the title and the strict policy', async () => {
    const response = await get('/chems/overview');

    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>Food &amp; &lt;Contact&gt;</title>');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
  });

  test.each(['/docs/public', '/docs/internal'])(
    'serves %s as a page of its own, under the same policy',
    async (path) => {
      const response = await get(path);

      expect(response.status).toBe(200);
      expect(await response.text()).toContain('<div></div>');
      expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'self';");
    },
  );

  test('serves the start page once, and then that it is unchanged', async () => {
    const first = await get('/chems/overview', { 'Accept-Encoding': 'br' });

    const etag = first.headers.get('ETag') ?? '';
    const second = await get('/chems/overview', { 'Accept-Encoding': 'br', 'If-None-Match': etag });

    expect(second.status).toBe(304);
    expect(await second.text()).toBe('');
  });

  test.each([
    '/nowhere',
    '/chems/nowhere',
    '/favicon.ico',
    '/.built-from',
    '/index.html',
    '/docs.html',
    '/docs',
  ])('serves the start page with 404 for %s, which is not a screen', async (path) => {
    const response = await get(path);

    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  });

  test.each([
    '/assets/gone-9f9f.js',
    '/assets/../.built-from',
    '/assets/%2e%2e/.built-from',
    '/assets/..%2f.built-from',
    '//assets/app-1a2b.js',
    '/assets/app-1a2b.js.br',
    '/assets/app-1a2b.js/',
  ])('does not find %s', async (path) => {
    const response = await get(path);

    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('hash');
  });

  test('does not find an asset that a later build removed', async () => {
    await writeFile(join(folder, 'assets/late-3c4d.js'), script);
    const late = await createPages({ folder, title: '', isScreen: () => true, worker: false });
    await rm(join(folder, 'assets/late-3c4d.js'));

    const response = await late(new Request('http://localhost/assets/late-3c4d.js'));

    expect(response.status).toBe(404);
    expect(response.headers.get('Cache-Control')).toBeNull();
  });

  test('serves the service worker uncached, under its own policy, with the files of the app', async () => {
    const response = await get('/sw.js', { 'Accept-Encoding': 'br' });

    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(response.headers.get('Content-Encoding')).toBe('br');
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; connect-src 'self'",
    );
    const script = await (await get('/sw.js')).text();
    expect(JSON.parse(/\(self, (.*)\);/.exec(script)?.[1] ?? '')).toEqual({
      version: expect.stringMatching(/^[\w-]{16}$/),
      // No large part that loads on demand.
      files: ['/assets/app-1a2b.js', '/assets/large-5e6f.js', '/assets/shared-7a8b.js'],
    });
  });

  test('includes in the start page its build, and how to install it', async () => {
    const version = /"version":"([\w-]+)"/.exec(await (await get('/sw.js')).text())?.[1];

    const html = await (await get('/chems/overview')).text();
    const manifest = await get('/app.webmanifest');

    expect(html).toContain(`<meta name="build" content="${version}" />`);
    expect(html).toContain('<link rel="manifest" href="/app.webmanifest" />');
    expect(manifest.headers.get('Content-Type')).toBe('application/manifest+json');
    expect(await manifest.json()).toMatchObject({ name: 'Food & <Contact>', scope: '/' });
  });

  test('removes a disabled service worker, and pages register none', async () => {
    const without = await createPages({ folder, title: '', worker: false, isScreen: () => true });

    const script = await without(new Request('http://localhost/sw.js'));
    const html = await without(new Request('http://localhost/'));

    expect(await script.text()).toContain('registration.unregister()');
    expect(await html.text()).not.toContain('name="build"');
  });

  test('answers HEAD with only the headers', async () => {
    const response = await pages(
      new Request('http://localhost/assets/app-1a2b.js', { method: 'HEAD' }),
    );

    expect(response.headers.get('Content-Length')).toBe(String(script.length));
    expect(await response.text()).toBe('');
  });

  test('accepts only GET and HEAD', async () => {
    const response = await pages(new Request('http://localhost/', { method: 'POST' }));

    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD');
  });
});

test('the pages keep their old title if a new one cannot be read', async () => {
  const folder = await openTemporaryFolder();
  const build = join(folder, 'build');
  await mkdir(build);
  await writeFile(join(build, 'index.html'), '<!doctype html><title>Old</title>');
  await writeFile(join(build, 'docs.html'), '<!doctype html><title>Old</title>');
  const titled = (title: string) =>
    toDescriptor({ ...librarySource, app: { ...librarySource.app, title } });
  const live = createLiveDescriptor(titled('Before'));
  const warned = Promise.withResolvers<string>();
  const log = { warn: (_: object, message: string) => warned.resolve(message) };
  const pages = await openPages(live, false, log as never, build);
  // As it is for a moment when a new build takes the place of the old one.
  await rm(build, { recursive: true });

  live.replace(titled('After'));

  expect(await warned.promise).toContain('keep their old title');
  const response = await pages(new Request('http://localhost/'));
  expect(await response.text()).toContain('<title>Before</title>');
});
