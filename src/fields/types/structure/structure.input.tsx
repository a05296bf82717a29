import { Box } from '@mui/material';
import { TextInput, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { findInSmiles } from '../../chemistry/smiles.ts';
import { StructureImage } from '../../chemistry/structure-image.ui.tsx';
import { toInputProps, type FieldInputs, type InputProps } from '../../type/field-ui.ts';
import { ContainsFilter } from '../../screen/line-input.ui.tsx';
import { codeSx } from '../../screen/line-cell.ui.tsx';
import { pagePictureSize, pictureSx } from './structure.ui.tsx';
import { useFieldTexts } from '../../screen/texts.ui.ts';
import { useSettled } from '../../screen/use-settled.ui.ts';

export const structureInputs: FieldInputs = { Input: StructureField, Filter: ContainsFilter };

/** The text with its picture below, which follows the typing. */
function StructureField(props: InputProps) {
  const texts = useFieldTexts();
  const written = useWatch({ name: useWrappedSource(props.source) }) as string | null | undefined;
  // Drawing after each letter would flicker.
  const smiles = useSettled(written?.trim() ?? '', 250);
  const isReadable = smiles !== '' && findInSmiles(smiles) === undefined;
  return (
    <Box sx={{ width: '100%' }}>
      <TextInput
        {...toInputProps(props)}
        multiline
        maxRows={4}
        slotProps={{
          htmlInput: { spellCheck: false, autoCapitalize: 'off', autoComplete: 'off', sx: codeSx },
        }}
      />
      <Box aria-live="polite" sx={{ ...pictureSx, minHeight: pictureSx.height, mt: 1 }}>
        {isReadable && <StructureImage smiles={smiles} {...pagePictureSize} />}
        {smiles !== '' && !isReadable && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {texts.structure.incomplete}
          </Box>
        )}
      </Box>
    </Box>
  );
}
