import type { CsvStyle } from '../../files/formats/to-file.ts';
import { formatNames, isFormatName, type FormatName } from '../../files/formats/formats.ts';
import { problem, type Problem } from '../../fields/problem.ts';

/** How a file says what a record refers to. */
export const referenceForms = ['key', '_id', 'title', 'both'] as const;

type ExportRequest = {
  format: FormatName;
  references: (typeof referenceForms)[number];
  csv: CsvStyle;
};

/** Takes what is about the file out of the parameters; what is left is a question for the list. */
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
    format: isFormatName(format) ? format : 'json',
    references: oneOf('_references', referenceForms, 'key'),
    csv: {
      delimiter: format === 'tsv' ? '\t' : oneOf('_delimiter', [',', ';', '|', '\t'], ','),
      decimal: oneOf('_decimal', ['.', ','], '.'),
      bom: oneOf('_bom', ['true', 'false'], 'false') === 'true',
    },
  } satisfies ExportRequest;
  // What only CSV can have is refused for the others, as all that would do nothing is.
  return wrong[0] ? { problem: wrong[0] } : { request };
}
