import { formatNames, formats } from '../../files/formats/formats.ts';
import { type ExportRequest, referenceForms } from '../../services/export/export-request.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';

const tables = formatNames.filter((name) => formats[name].isTable);

/** Takes the parameters of the file out of the query; the rest is a query of the list. */
export function parseExport(
  params: URLSearchParams,
): { request: ExportRequest } | { problem: Problem } {
  const wrong: Problem[] = [];
  const oneOf = <Value extends string>(
    name: string,
    values: readonly Value[],
    otherwise: Value,
  ) => {
    const given = params.get(name);
    params.delete(name);
    if (given === null) return otherwise;
    const value = values.find((each) => each === given);
    if (value === undefined) wrong.push(problem('I005', name, { expected: values.join(', ') }));
    return value ?? otherwise;
  };
  const format = oneOf('format', formatNames, 'json');
  const children = (params.get('_children') ?? '').split(',').filter((name) => name !== '');
  params.delete('_children');
  if (children.length > 0 && !formats[format].isTable)
    wrong.push(problem('I005', 'format', { expected: tables.join(', ') }));
  const request = {
    format,
    children,
    withFiles: oneOf('_files', ['true', 'false'], 'false') === 'true',
    references: oneOf('_references', referenceForms, 'key'),
    csv: {
      // TSV leaves it in the query, where the list refuses it as an unknown parameter.
      delimiter: format === 'tsv' ? '\t' : oneOf('_delimiter', [',', ';', '|', '\t'], ','),
      decimal: oneOf('_decimal', ['.', ','], '.'),
      bom: oneOf('_bom', ['true', 'false'], 'false') === 'true',
    },
  } satisfies ExportRequest;
  return wrong[0] ? { problem: wrong[0] } : { request };
}
