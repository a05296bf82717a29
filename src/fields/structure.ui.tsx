import { Box } from '@mui/material';
import { useEffect, useState } from 'react';
import { TextInput, useTranslate, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { findInSmiles } from './chemistry/smiles.ts';
import { StructureImage } from './chemistry/structure-image.ui.tsx';
import type { CellProps, FieldUi, InputProps } from './field-ui.ts';
import { ContainsFilter } from './screen/contains-filter.ui.tsx';
import { Line } from './screen/line-cell.ui.tsx';

export const structureUi: FieldUi = {
  Cell: StructureCell,
  Input: StructureField,
  Filter: ContainsFilter,
  width: () => 'wide',
};

const inList = { width: 120, height: 44 };
const onPage = { width: 360, height: 260 };

function StructureCell({ value, place }: CellProps) {
  const smiles = String(value);
  if (place === 'list') {
    const text = (
      <Line place={place} title={smiles}>
        {smiles}
      </Line>
    );
    return (
      // As high before it is drawn as after, for every molecule.
      <Box sx={{ display: 'flex', alignItems: 'center', height: inList.height }}>
        <StructureImage smiles={smiles} instead={text} {...inList} />
      </Box>
    );
  }
  return (
    <Box>
      <StructureImage smiles={smiles} {...onPage} />
      <Box component="code" sx={codeSx}>
        {smiles}
      </Box>
    </Box>
  );
}

/** The text with its picture below, drawn anew while one types. */
function StructureField({ source, label, helperText, validate }: InputProps) {
  const translate = useTranslate();
  const written = useWatch({ name: useWrappedSource(source) }) as string | null | undefined;
  const smiles = useSettled(written?.trim() ?? '');
  const isReadable = smiles !== '' && findInSmiles(smiles) === undefined;
  return (
    <Box sx={{ width: '100%' }}>
      <TextInput
        source={source}
        label={label}
        helperText={helperText ?? false}
        validate={validate}
        size="small"
        fullWidth
        multiline
        maxRows={4}
        slotProps={{
          htmlInput: { spellCheck: false, autoCapitalize: 'off', autoComplete: 'off', sx: codeSx },
        }}
      />
      <Box aria-live="polite" sx={{ minHeight: onPage.height / 2, mt: 1 }}>
        {isReadable && <StructureImage smiles={smiles} {...onPage} />}
        {smiles !== '' && !isReadable && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {translate('values.structure.incomplete')}
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** A value once it has rested for a moment: drawing each letter would flicker. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 250);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const codeSx = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  overflowWrap: 'anywhere',
} as const;
