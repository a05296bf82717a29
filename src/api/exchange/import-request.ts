import type { Resource } from '../../descriptor/descriptor.ts';
import { systemFields } from '../../descriptor/descriptor.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { importKeys } from '../../exchange/import-keys.ts';
import { importModes, type ImportOptions } from '../../exchange/import-parts.ts';
import { problem, type Problem } from '../../fields/problem.ts';

export type ImportRequest = ImportOptions & { dryRun: boolean; atomic: boolean };

/** Reads the plain parts of an import request; a part that is not known is a problem, not ignored. */
export function parseImportRequest(
  resource: Resource,
  fields: ReadonlyMap<string, string>,
): { request: ImportRequest } | { problems: Problem[] } {
  const problems: Problem[] = [];
  for (const name of fields.keys()) {
    if (!parts.includes(name)) problems.push(problem('Q001', name, {}));
  }
  const oneOf = <Value extends string>(
    name: string,
    values: readonly Value[],
    otherwise: Value,
  ): Value => {
    const given = fields.get(name);
    if (given === undefined || given === '') return otherwise;
    const value = values.find((each) => each === given);
    if (value === undefined) problems.push(problem('I005', name, { expected: values.join(', ') }));
    return value ?? otherwise;
  };
  const request = {
    mode: oneOf('mode', importModes, 'create'),
    key: oneOf('key', importKeys(resource), resource.importKey),
    dryRun: oneOf('dryRun', booleans, 'false') === 'true',
    atomic: oneOf('atomic', booleans, 'false') === 'true',
    mapping: parseMapping(resource, fields.get('mapping'), problems),
  };
  return problems.length > 0 ? { problems } : { request };
}

const parts = ['mode', 'key', 'dryRun', 'atomic', 'mapping'];
const booleans = ['true', 'false'] as const;

function parseMapping(
  resource: Resource,
  text: string | undefined,
  problems: Problem[],
): ImportOptions['mapping'] {
  const mapping = new Map<string, string | null>();
  if (text === undefined || text === '') return mapping;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    problems.push(problem('Q005', 'mapping', { reason: (error as SyntaxError).message }));
    return mapping;
  }
  if (!isObject(value)) {
    problems.push(problem('Q004', 'mapping', { expected: 'object' }));
    return mapping;
  }
  const known = [...resource.fields.keys(), ...systemFields];
  for (const [column, field] of Object.entries(value)) {
    if (field === null || (typeof field === 'string' && known.includes(field)))
      mapping.set(column, field);
    else
      problems.push(
        problem('I005', `mapping.${column}`, { expected: [...known, 'null'].join(', ') }),
      );
  }
  return mapping;
}
