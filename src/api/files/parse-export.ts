import type { CsvStyle } from '../../files/formats/to-file.ts';
import { formatNames, type FormatName } from '../../files/formats/formats.ts';
import { problem, type Problem } from '../../fields/problem.ts';

/** How a file names the records that its records refer to. */
export const referenceForms = ['key', '_id', 'title', 'both'] as const;

type ExportRequest = {
  format: FormatName;
  references: (typeof referenceForms)[number];
  csv: CsvStyle;
};

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
  const request = {
    format,
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
