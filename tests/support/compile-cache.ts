import { join } from 'node:path';

/**
 * Each file of tests is a process of its own, and most of what it loads are the same packages: V8 keeps
 * what it made of them from one to the next, and to the next run. Only processes started after this have it.
 */
export default function setup(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(
    import.meta.dirname,
    '../../node_modules/.cache/backoffice-compiled',
  );
}
