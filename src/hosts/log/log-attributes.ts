import type { LogFields } from '../../store/log-fields.ts';

/** What stays on this machine: network addresses, and texts in which others may have written anything. */
const kept: ReadonlySet<string> = new Set<keyof LogFields>([
  'address',
  'error',
  'found',
  'problems',
]);

/** The fields of a line of the log as a collector gets them. */
export function toLogAttributes({ err, ...fields }: LogFields): Record<string, string | number> {
  const attributes: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && !kept.has(name)) attributes[name] = toAttribute(value);
  return err instanceof Error ? { ...attributes, ...ofError(err) } : attributes;
}

function toAttribute(value: unknown): string | number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Without the message, which may contain values. */
function ofError(error: Error): Record<string, string> {
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    'exception.type': error.name,
    'exception.stacktrace': places.join('\n'),
    ...('code' in error && { code: String(error.code) }),
  };
}
