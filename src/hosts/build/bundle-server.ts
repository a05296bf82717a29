import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isBuiltin, SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { hashFiles } from './hash-files.ts';
import { projectFolder } from '../project.ts';
import { builtFromFile, bundleFolder, readBuiltFrom, type BuiltFrom } from './server-bundle.ts';
import { placesEnding } from '../read/source-places.ts';

/**
 * Packages of many small files, which go into the bundle. All others are loaded from `node_modules` as before, because
 * a package may look for files beside its own, such as native code.
 */
const bundledPackages = [
  'zod',
  'hono',
  '@hono/node-server',
  'jose',
  'jsonc-parser',
  'pg',
  'pg-copy-streams',
  'pino',
  'prom-client',
];

/** Not in the bundle, but what comes out depends on them. */
const recipe = ['package-lock.json', relative(projectFolder, import.meta.filename)];

/**
 * Joins the server and its packages into a few files, which Node loads in half the time of the sources. The previous
 * bundle stays for a server that still runs from it. A package has more programs than the server: see
 * `package-files.ts`.
 */
export async function bundleServer(
  folder = bundleFolder,
  programs: readonly string[] = ['start'],
): Promise<BuiltFrom> {
  const previous = readBuiltFrom(folder);
  const temporary = `${folder}.${process.pid}`;
  const sources = new Set(recipe);
  // Those in the bundle too, as they load packages of their own.
  const packages = new Set(bundledPackages);
  try {
    // Fails at once, and in one line, where nothing can be written.
    await mkdir(temporary);
    await build({
      root: projectFolder,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      plugins: [keepPlaces(sources), findPackages(packages)],
      ssr: { noExternal: bundledPackages },
      build: {
        ssr: true,
        target: 'node24',
        outDir: temporary,
        sourcemap: 'hidden',
        rolldownOptions: {
          input: Object.fromEntries(
            programs.map((name) => [name, join(projectFolder, `src/hosts/${name}.ts`)]),
          ),
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs', comments: false },
        },
      },
    });
    await writePlaces(temporary);
    const paths = [...sources].sort();
    const hash = hashFiles(paths);
    const from: BuiltFrom = { sources: paths, hash, packages: [...packages].sort() };
    await mkdir(folder, { recursive: true });
    await rm(join(folder, from.hash), { recursive: true, force: true });
    await rename(temporary, join(folder, from.hash));
    await replaceFile(join(folder, builtFromFile), JSON.stringify(from));
    const kept = new Set([builtFromFile, from.hash, previous?.hash]);
    for (const name of await readdir(folder))
      if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true });
    return from;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Writes in place of each source map only what stacks need, so that reading it is cheap. */
async function writePlaces(folder: string): Promise<void> {
  const maps = (await readdir(folder)).filter((name) => name.endsWith('.map'));
  for (const name of maps) {
    const path = join(folder, name);
    const file = path.slice(0, -'.map'.length);
    const map = new SourceMap(JSON.parse(await readFile(path, 'utf8')));
    const code = await readFile(file, 'utf8');
    const places = code.split('\n').map((line, index) => {
      const entry = map.findEntry(index, line.search(/\S|$/));
      if (!('originalSource' in entry)) return '';
      const source = relative(projectFolder, resolve(folder, entry.originalSource));
      return `${source}:${entry.originalLine + 1}`;
    });
    await writeFile(`${file}${placesEnding}`, places.join('\n'));
    await rm(path);
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.${process.pid}`, text);
  await rename(`${path}.${process.pid}`, path);
}

/** Programs that a source runs in a thread or process of its own. */
const workerFile = /`\$\{import\.meta\.dirname\}\/([\w-]+-worker)\.ts`/g;

/**
 * Notes the sources in the bundle. Lets each of them find the files beside it, as `import.meta` would otherwise name the
 * bundle. Adds the programs of its workers. Leaves out the code of pages, which only browsers load.
 */
function keepPlaces(sources: Set<string>): Plugin {
  return {
    name: 'keep-places',
    resolveDynamicImport: (specifier) =>
      typeof specifier === 'string' && /\.ui\.tsx?$/.test(specifier)
        ? { id: specifier, external: true }
        : null,
    transform(code, id) {
      const path = relative(projectFolder, id);
      if (!path.startsWith('src/')) return null;
      sources.add(path);
      if (!code.includes('import.meta.')) return null;
      // From the folder of a bundle below `dist-server`.
      const from = `../../${path}`;
      const replaced = code
        .replaceAll(workerFile, (_, name: string) => {
          const worker = join(dirname(id), `${name}.ts`);
          this.emitFile({ type: 'chunk', id: worker, fileName: `${name}.mjs` });
          return `(import.meta['dirname'] + '/${name}.mjs')`;
        })
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(from)}, import.meta.url).href`)
        .replaceAll(
          'import.meta.dirname',
          `(import.meta.dirname + ${JSON.stringify(`/../../${dirname(path)}`)})`,
        )
        .replaceAll(
          'import.meta.filename',
          `(import.meta.dirname + ${JSON.stringify(`/${from}`)})`,
        );
      return { code: replaced, map: null };
    },
  };
}

/** Notes the packages that the bundle loads: those it imports, and those it finds by their names when it runs. */
function findPackages(packages: Set<string>): Plugin {
  const nameOf = (target: string) => /^(@[\w.-]+\/)?[\w.-]+(?=$|\/)/.exec(target)?.[0];
  const add = (target: string): void => {
    const name = nameOf(target);
    if (name !== undefined && !isBuiltin(target)) packages.add(name);
  };
  return {
    name: 'find-packages',
    transform(code, id) {
      if (id.startsWith(join(projectFolder, 'src')))
        for (const [, target = ''] of code.matchAll(foundByName)) add(target);
      return null;
    },
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk')
          for (const target of [...file.imports, ...file.dynamicImports])
            if (!(target in files)) add(target);
    },
  };
}

/** Also finds calls that name no package; who reads the list knows which packages there are. */
const foundByName = /\b(?:resolve|require)\(\s*['"]([@\w][^'"]*)['"]/g;
