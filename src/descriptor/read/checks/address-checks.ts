import type { Draft } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';

/** Checks that each resource has its own addresses in the API and in the screens. */
export function checkAddresses(draft: Draft): Flaw[] {
  return [...checkSetting(draft, 'root', '/api/'), ...checkSetting(draft, 'path', '/')];
}

function checkSetting(draft: Draft, setting: 'root' | 'path', prefix: string): Flaw[] {
  const taken = new Map<string, string>();
  return [...draft.resources.values()].flatMap(({ name, declared }) => {
    const value = declared[setting];
    const address = typeof value === 'string' ? value : prefix + name;
    const at = value === undefined ? 'key' : 'value';
    const path = ['resources', name, ...(value === undefined ? [] : [setting])];
    const first = address.slice(prefix.length);
    if (reserved[setting].has(first)) return [{ ...flaw('D009', path, { value: address }), at }];
    const resource = taken.get(address);
    if (resource !== undefined) {
      return [{ ...flaw('D014', path, { value: address, setting, resource }), at }];
    }
    taken.set(address, name);
    return [];
  });
}

/** Whether the name is a system address, so that a resource with it needs its own `root` and `path`. */
export function isReservedAddress(name: string): boolean {
  return reserved.root.has(name) || reserved.path.has(name);
}

/** Whether an address belongs to the system. Extension pages may use some of the reserved addresses. */
export function isSystemPath(path: string): boolean {
  const [, first = '', second = ''] = path.split('/');
  if (!forPages.has(first)) return reserved.path.has(first);
  return first === 'tools' && ownTools.has(second);
}

/** The system's own tools. `tests/descriptor/pages.test.ts` compares them with the existing pages. */
const ownTools: ReadonlySet<string> = new Set([
  'duplicates',
  'import',
  'jobs',
  'overview',
  'recipes',
]);

const forPages: ReadonlySet<string> = new Set([
  'components',
  'forms',
  'mapping',
  'table-list',
  'tools',
]);

/** The addresses that the API and the screens use themselves (`contract.md`, `spec.md` §2). */
const reserved: Record<'root' | 'path', ReadonlySet<string>> = {
  root: new Set([
    'admin',
    'auth',
    'bulk',
    'changes',
    'config',
    'dashboard',
    'files',
    'inbox',
    'info',
    'jobs',
    'keys',
    'oidc',
    'openapi',
    'presence',
    'process',
    'public',
    'recipes',
    'search',
    'sign-in',
    'sse',
    'structure',
    'threads',
    'views',
    'watches',
  ]),
  path: new Set([
    'admin',
    'api',
    'assets',
    'changes',
    'components',
    'confirmemail',
    'dashboard',
    'files',
    'docs',
    'forgotPassword',
    'forms',
    'healthz',
    'help',
    'inbox',
    'info',
    'lock',
    'login',
    'mapping',
    'mcp',
    'metrics',
    'oidc',
    'pages',
    'public',
    'readyz',
    'register',
    'resetpassword',
    'signin',
    'structure',
    'table-list',
    'tools',
    'unsubscribe',
  ]),
};
