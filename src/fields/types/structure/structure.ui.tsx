import { Box } from '@mui/material';
import { StructureImage } from '../../chemistry/structure-image.ui.tsx';
import type { CellProps, FieldUi } from '../../type/field-ui.ts';
import { codeSx, TruncatedLine } from '../../screen/line-cell.ui.tsx';

export const structureUi: FieldUi = {
  Cell: StructureCell,
  width: () => 'wide',
  peek: true,
  isPicture: () => true,
};

const inList = { width: 120, height: 44 };
const inHead = { width: 176, height: 112 };
const inListStyle = { display: 'flex', alignItems: 'center', height: inList.height };

export const pagePictureSize = { width: 360, height: 200 };

/** The same height before and after drawing, so that nothing below it jumps. */
export const pictureSx = { display: 'flex', alignItems: 'center', height: pagePictureSize.height };

/** Its room is reserved, so that the title beside it stays where it is when the drawing comes. */
const headSx = {
  display: 'flex',
  alignItems: 'center',
  width: { xs: 96, sm: inHead.width },
  height: { xs: 72, sm: inHead.height },
  '& img': { width: '100%', height: '100%', objectPosition: 'center' },
};

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
      <Box sx={headSx}>
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
