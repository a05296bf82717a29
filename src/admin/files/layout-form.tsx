import { Alert, Box, Button } from '@mui/material';
import { useState, type ComponentProps } from 'react';
import { encodings, type Encoding } from '../../files/formats/encodings.ts';
import { type FileLayout, furtherCells } from '../../files/formats/file-layout.ts';
import { formats, type FormatName } from '../../files/formats/formats.ts';
import { requireItem } from '../../fields/require-entry.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { CheckField } from '../resource/check-field.tsx';
import { NativeSelect } from '../kit/native-select.tsx';
import { useTexts } from '../messages/texts.ts';
import { TextInput } from './text-input.tsx';

type LayoutFormProps = {
  layout: FileLayout;
  sheets: readonly string[];
  onChange: (layout: Partial<FileLayout>) => void;
};

/** The formats a file can be read as: a workbook is not text, and text is not a workbook. */
const alternatives: Record<FormatName, readonly FormatName[]> = {
  csv: ['csv', 'tsv'],
  tsv: ['csv', 'tsv'],
  json: ['json', 'ndjson'],
  ndjson: ['json', 'ndjson'],
  xlsx: ['xlsx'],
};

export const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1257': 'Windows-1257',
  'iso-8859-2': 'ISO 8859-2',
  'iso-8859-5': 'ISO 8859-5',
  'iso-8859-7': 'ISO 8859-7',
  'iso-8859-15': 'ISO 8859-15',
  'koi8-r': 'KOI8-R',
  'koi8-u': 'KOI8-U',
  ibm866: 'IBM 866',
  macintosh: 'Macintosh',
};

/** How the file is read: as detected, and as the user corrects it. */
export function LayoutForm({ layout, sheets, onChange }: LayoutFormProps) {
  const { layout: texts } = useTexts('files');
  const { format, encoding, isGuessed, delimiter, sheet, path } = layout;
  const isText = format !== 'xlsx';
  const chooseEncoding = (chosen: Encoding): void => {
    const { isGuessed: _, ...rest } = layout;
    onChange({ ...rest, encoding: chosen });
  };
  const change = (changed: Partial<FileLayout>): void => onChange({ ...layout, ...changed });
  // The header row of another table has to be found again.
  const changeTable = (changed: Partial<FileLayout>): void => {
    const { headerRow: _, firstRow: __, ...rest } = layout;
    onChange({ ...rest, ...changed });
  };
  return (
    <Box sx={gridSx}>
      <NativeSelect
        label={texts.format}
        value={format}
        options={alternatives[format].map((name) => [name, name.toUpperCase()])}
        onChange={(name) => change({ format: name })}
      />
      {isText && (
        <NativeSelect
          label={texts.encoding}
          value={encoding}
          options={encodings.map((name) => [name, encodingNames[name]])}
          onChange={chooseEncoding}
        />
      )}
      {format === 'csv' && (
        <DelimiterChoice
          delimiter={delimiter}
          onChange={(sign) => changeTable({ delimiter: sign })}
        />
      )}
      {sheets.length > 1 && (
        <NativeSelect
          label={texts.sheet}
          value={sheet ?? requireItem(sheets, 0)}
          options={sheets.map((name) => [name, name])}
          onChange={(name) => changeTable({ sheet: name })}
        />
      )}
      {path !== undefined && (
        <PathInput key={path} path={path} onChange={(typed) => change({ path: typed })} />
      )}
      {formats[format].isTable && <TableInputs layout={layout} onChange={onChange} />}
      {isGuessed && isText && (
        <EncodingGuess encoding={encoding} onConfirm={() => chooseEncoding(encoding)} />
      )}
    </Box>
  );
}

type PathInputProps = { path: string; onChange: (path: string) => void };

/** Where a JSON object has its records. */
function PathInput({ path, onChange }: PathInputProps) {
  const { path: texts } = useTexts('import-sheets');
  return (
    <DraftInput
      label={texts.label}
      helperText={texts.help}
      value={path}
      parse={(text) => text.trim() || undefined}
      input={{ maxLength: 1_000, spellCheck: false, autoCapitalize: 'none' }}
      onChange={onChange}
    />
  );
}

type EncodingGuessProps = { encoding: Encoding; onConfirm: () => void };

/** Asks whether a guessed encoding is right. */
function EncodingGuess({ encoding, onConfirm }: EncodingGuessProps) {
  const { layout: texts } = useTexts('files');
  return (
    <Alert
      severity="warning"
      sx={{ gridColumn: '1 / -1' }}
      action={
        <Button color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }} onClick={onConfirm}>
          {texts.isRight}
        </Button>
      }
    >
      {fillTemplate(texts.guessed, { encoding: encodingNames[encoding] })}
    </Alert>
  );
}

/** Which rows of a table have names and records, and what becomes of cells beyond its columns. */
function TableInputs({ layout, onChange }: Pick<LayoutFormProps, 'layout' | 'onChange'>) {
  const { layout: texts } = useTexts('files');
  const { headerRow, firstRow } = layout;
  const change = (changed: Partial<FileLayout>): void => onChange({ ...layout, ...changed });
  return (
    <>
      {headerRow > 0 && (
        <RowInput
          key={`header ${headerRow}`}
          label={texts.headerRow}
          value={headerRow}
          min={1}
          onChange={(row) => change({ headerRow: row, firstRow: row + 1 })}
        />
      )}
      <RowInput
        key={`first ${firstRow}`}
        label={texts.firstRow}
        value={firstRow}
        min={headerRow + 1}
        onChange={(row) => change({ firstRow: row })}
      />
      <NativeSelect
        label={texts.further}
        value={layout.further ?? 'refuse'}
        options={Object.entries(texts.furtherChoices)}
        onChange={(chosen) => {
          const { further: _, ...rest } = layout;
          const further = furtherCells.find((one) => one === chosen);
          onChange({ ...rest, ...(further && { further }) });
        }}
      />
      <CheckField
        label={texts.noHeader}
        checked={headerRow === 0}
        sx={{ gridColumn: '1 / -1', m: 0 }}
        onChange={(is) =>
          change(is ? { headerRow: 0, firstRow: 1 } : { headerRow: 1, firstRow: 2 })
        }
      />
    </>
  );
}

type RowInputProps = { label: string; value: number; min: number; onChange: (row: number) => void };

function RowInput({ label, value, min, onChange }: RowInputProps) {
  return (
    <DraftInput
      label={label}
      type="number"
      value={String(value)}
      parse={(text) => {
        const row = Number(text);
        return Number.isSafeInteger(row) && row >= min ? String(row) : undefined;
      }}
      input={{ min }}
      onChange={(text) => onChange(Number(text))}
    />
  );
}

type DraftInputProps = ComponentProps<typeof TextInput> & {
  value: string;
  /** The value that a text stands for; undefined if there is none. */
  parse: (text: string) => string | undefined;
};

/** Reports only a whole value, with Enter or when the focus leaves, because the file is read again with each. */
function DraftInput({ value, parse, onChange, ...props }: DraftInputProps) {
  const [text, setText] = useState(value);
  const commit = (): void => {
    const next = parse(text) ?? value;
    if (next === value) setText(value);
    else onChange(next);
  };
  return (
    <TextInput
      {...props}
      value={text}
      onChange={setText}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    />
  );
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 170px), 1fr))',
  gap: 1.5,
};

type DelimiterChoiceProps = { delimiter: string; onChange: (delimiter: string) => void };

/** The sign between two cells: one of the usual ones, or any other that the user types. */
function DelimiterChoice({ delimiter, onChange }: DelimiterChoiceProps) {
  const { layout: texts } = useTexts('files');
  const [isOther, setOther] = useState(!(delimiter in texts.delimiters));
  return (
    <>
      <NativeSelect
        label={texts.delimiter}
        value={isOther ? OTHER : delimiter}
        options={[...Object.entries(texts.delimiters), [OTHER, texts.otherDelimiter]]}
        onChange={(sign) => {
          setOther(sign === OTHER);
          if (sign !== OTHER) onChange(sign);
        }}
      />
      {isOther && (
        <TextInput
          label={texts.otherDelimiter}
          defaultValue={delimiter in texts.delimiters ? '' : delimiter}
          onChange={(sign) => sign !== '' && onChange(sign)}
          // Typing another one replaces the sign that is there.
          onFocus={({ target }) => target.select()}
          input={{ maxLength: 1 }}
        />
      )}
    </>
  );
}

/** No sign between cells is this long. */
const OTHER = 'other';
