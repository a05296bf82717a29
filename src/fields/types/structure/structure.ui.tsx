import { Box } from '@mui/material';
import { StructureImage } from '../../chemistry/structure-image.ui.tsx';
import type { CellProps, FieldUi } from '../../field-ui.ts';
import { codeSx, TruncatedLine } from '../../screen/line-cell.ui.tsx';

export const structureUi: FieldUi = { Cell: StructureCell, width: () => 'wide', peek: true };

const inList = { width: 120, height: 44 };
const inHead = { width: 160, height: 96 };
const inListStyle = { display: 'flex', alignItems: 'center', height: inList.height };

export const pagePictureSize = { width: 360, height: 200 };

/** The same height before and after drawing, so that nothing below it jumps. */
export const pictureSx = { display: 'flex', alignItems: 'center', height: pagePictureSize.height };

function StructureCell({ value, place }: CellProps) {
  const smiles = String(value);
  if (place === 'list') {
    const text = (
      <TruncatedLine place={place} title={smiles}>
        {smiles}
      </TruncatedLine>
    );
    return (
      // The same height before and after drawing, for every molecule.
      <div style={inListStyle}>
        <StructureImage smiles={smiles} instead={text} {...inList} />
      </div>
    );
  }
  if (place === 'head') {
    return (
      <Box sx={{ display: 'flex', ...inHead }}>
        <StructureImage smiles={smiles} {...inHead} />
      </Box>
    );
  }
  return (
    <Box>
      <Box sx={pictureSx}>
        <StructureImage smiles={smiles} {...pagePictureSize} />
      </Box>
      <Box component="code" sx={codeSx}>
        {smiles}
      </Box>
    </Box>
  );
}
