import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export type SourceFile = {
  /** From the top of the project, e.g. `src/fields/types/text/text.ts`. */
  path: string;
  /** As written, and with the comments blanked out. */
  text: string;
  code: string;
  imports: readonly Import[];
};

export type Import = {
  /** A file of ours from the top of the project, or the name of a package or `node:` module. */
  target: string;
  own: boolean;
  typeOnly: boolean;
  /** By `import()`: loaded when it is needed. */
  isLazy: boolean;
  reExport: boolean;
};

export const top = resolve(import.meta.dirname, '../..');

/** Every TypeScript file below a folder of the project, with what it imports. */
export function readSourceFiles(folder: string): SourceFile[] {
  return listFiles(folder)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(top, path), 'utf8');
      const code = withoutComments(text);
      return { path, text, code, imports: [...importsOf(path, code)] };
    });
}

/** Every file below a folder, from the top of the project. */
export function listFiles(folder: string): string[] {
  return readdirSync(join(top, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(top, join(entry.parentPath, entry.name)))
    .sort();
}

// Prettier writes all of them in these shapes; strings are kept whole so that `//` in one is none.
const commentOrString =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

function withoutComments(text: string): string {
  return text.replace(commentOrString, (match) =>
    match.startsWith('/') ? match.replace(/[^\n]/g, ' ') : match,
  );
}

const statement = /^(import|export)\s(type\s)?(?:[^'";]*?\sfrom\s)?'([^']+)';$/gm;
const dynamic = /\bimport\('([^']+)'\)/g;

function* importsOf(path: string, code: string): Iterable<Import> {
  for (const [whole, keyword, type, specifier] of code.matchAll(statement)) {
    if (keyword === 'export' && !whole.includes(' from ')) continue;
    const reExport = keyword === 'export';
    yield {
      ...toTarget(path, specifier ?? ''),
      typeOnly: isTypeOnly(whole, type),
      isLazy: false,
      reExport,
    };
  }
  for (const [, specifier] of code.matchAll(dynamic))
    yield { ...toTarget(path, specifier ?? ''), typeOnly: false, isLazy: true, reExport: false };
}

/** All it names are types, or it is an import of types as a whole. */
function isTypeOnly(statement: string, type: string | undefined): boolean {
  if (type) return true;
  const named = /\{([^}]*)\}/.exec(statement)?.[1];
  const names = named?.split(',').filter((name) => name.trim() !== '') ?? [];
  return names.length > 0 && names.every((name) => name.trim().startsWith('type '));
}

function toTarget(path: string, specifier: string): { target: string; own: boolean } {
  if (!specifier.startsWith('.')) return { target: toPackage(specifier), own: false };
  return { target: relative(top, resolve(top, dirname(path), specifier)), own: true };
}

function toPackage(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  const [scope = '', name = ''] = specifier.split('/');
  return specifier.startsWith('@') ? `${scope}/${name}` : scope;
}
