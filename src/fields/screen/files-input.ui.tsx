import { isEmptyValue } from '../is-empty-value.ts';
import { requireEntry } from '../require-entry.ts';
import { useContext } from 'react';
import { NumberInput } from 'react-admin';
import type { FieldInputs, FilterProps, InputProps } from '../type/field-ui.ts';
import { FilesInputContext } from '../files/files-input-context.ui.ts';
import { fileServices } from '../files/file-parts.ts';
import { textIn } from '../problems/localized-text.ts';
import { partInputs } from '../part-inputs.ui.ts';
import { Range } from './range.ui.tsx';
import { useLanguage } from './texts.ui.ts';

export const oneFileInputs: FieldInputs = {
  Input: (props) => <FilesField {...props} isMany={false} />,
  Filter: FileFilter,
};

export const manyFilesInputs: FieldInputs = {
  Input: (props) => <FilesField {...props} isMany />,
  Filter: () => null,
};

function FilesField(props: InputProps & { isMany: boolean }) {
  const inputs = useContext(FilesInputContext);
  if (!inputs) throw new Error('Files can only be entered inside a FilesInputContext');
  return <inputs.Input {...props} />;
}

/** By what the file is called, its type and its size; a list of files has no such conditions. */
function FileFilter({ source }: FilterProps) {
  const language = useLanguage();
  return ['name', 'type', 'size'].map((name) => {
    const part = requireEntry(fileServices, name);
    const props = { field: part, source: `${source}.${name}`, label: textIn(part.label, language) };
    if (name === 'size') return <SizeFilter key={name} {...props} />;
    const { Filter } = partInputs.text;
    return <Filter key={name} {...props} />;
  });
}

/** Nobody thinks in bytes. */
function SizeFilter({ source, label }: FilterProps) {
  const props = {
    helperText: false,
    size: 'small',
    step: 'any',
    min: 0,
    format: (bytes: unknown) => (isEmptyValue(bytes) ? '' : Number(bytes) / MEGABYTE),
    parse: (typed: string) => (typed === '' ? null : Math.round(Number(typed) * MEGABYTE)),
  } as const;
  return <Range source={source} label={`${label} (MB)`} is={NumberInput} from={props} />;
}

const MEGABYTE = 1e6;
