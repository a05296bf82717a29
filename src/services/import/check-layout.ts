import { MAX_ROW } from '../../contract/import-settings.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { checkDistinct } from './check-cells.ts';
import { encodings } from '../../files/formats/encodings.ts';
import { type FileLayout, furtherCells, type Unpivot } from '../../files/formats/file-layout.ts';
import { formatNames } from '../../files/formats/formats.ts';

const booleans = ['true', 'false'] as const;
const refuse = 'refuse' as const;
/** In characters: more than the names of 32 levels need. */
const LONGEST_PATH = 1_000;

/** The one of these values that a text is; undefined for no text, and with a problem for another one. */
export function oneOf<Value extends string>(
  name: string,
  text: string | undefined,
  values: readonly Value[],
  problems: Problem[],
): Value | undefined {
  if (text === undefined || text === '') return undefined;
  const value = values.find((each) => each === text);
  if (value === undefined) problems.push(problem('I005', name, { expected: values.join(', ') }));
  return value;
}

/** What a text can say of a layout. */
type TextMember = Exclude<keyof FileLayout, 'unpivot'>;

/** The layout of a file. What the settings say takes precedence over what was detected. */
export function checkLayout(
  settings: Readonly<Partial<FileLayout>>,
  detected: FileLayout,
): { layout: FileLayout } | { problems: Problem[] } {
  const problems: Problem[] = [];
  // A number or a switch may be a text too.
  const textOf = (name: TextMember): string | undefined =>
    settings[name] === undefined || settings[name] === '' ? undefined : String(settings[name]);
  const choose = <Value extends string>(name: TextMember, values: readonly Value[]) =>
    oneOf(name, textOf(name), values, problems);
  const rowNumber = (name: 'headerRow' | 'firstRow', otherwise: number, min: number): number => {
    const text = textOf(name);
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= min && value <= MAX_ROW) return value;
    problems.push(problem('I005', name, { expected: `${min} … ${MAX_ROW}` }));
    return otherwise;
  };
  const delimiter = textOf('delimiter') ?? detected.delimiter;
  if (!/^[^"\r\n]$/u.test(delimiter)) {
    problems.push(problem('I005', 'delimiter', { expected: ', ; | ⇥' }));
  }
  const headerRow = rowNumber('headerRow', detected.headerRow, 0);
  // Rows between names and data belong to these names only.
  const firstRow = headerRow === detected.headerRow ? detected.firstRow : headerRow + 1;
  const sheet = textOf('sheet') ?? detected.sheet;
  const path = textOf('path') ?? detected.path;
  if (path !== undefined && path.length > LONGEST_PATH)
    problems.push(problem('V016', 'path', { max: LONGEST_PATH }));
  const format = choose('format', formatNames) ?? detected.format;
  // Lines have no path: who names one means an object, and who chooses NDJSON means lines.
  const hasPath = path !== undefined && settings.format !== 'ndjson';
  const isJson = kindOf(format) === 'JSON';
  // Who sends the layout back as it was detected has not chosen the encoding.
  const isGuessed =
    textOf('encoding') === undefined
      ? detected.isGuessed === true
      : choose('isGuessed', booleans) === 'true';
  const unpivot = settings.unpivot ?? detected.unpivot;
  if (unpivot) problems.push(...checkUnpivot(unpivot));
  const further = choose('further', [refuse, ...furtherCells]) ?? detected.further ?? refuse;
  const layout: FileLayout = {
    format: isJson && hasPath ? 'json' : format,
    encoding: choose('encoding', encodings) ?? detected.encoding,
    ...(isGuessed && { isGuessed }),
    delimiter,
    headerRow,
    ...(further !== refuse && { further }),
    firstRow: rowNumber('firstRow', firstRow, headerRow + 1),
    ...(sheet !== undefined && { sheet }),
    ...(isJson && hasPath && { path }),
    ...(unpivot && { unpivot }),
  };
  // Workbooks, texts and JSON cannot be read as one another: the file was scanned as one of them.
  if (kindOf(layout.format) !== kindOf(detected.format)) {
    problems.push(problem('I005', 'format', { expected: detected.format }));
  }
  return problems.length > 0 ? { problems } : { layout };
}

/** The new columns must not be among those that become rows, of which each is named once. */
function checkUnpivot({ columns, head, cell }: Unpivot): Problem[] {
  return checkDistinct([...columns, head, cell], 'unpivot');
}

function kindOf(format: FileLayout['format']): string {
  if (format === 'xlsx') return 'workbook';
  return format === 'json' || format === 'ndjson' ? 'JSON' : 'text';
}
