import { Box } from '@mui/material';
import { StructureImage } from '../../chemistry/structure-image.ui.tsx';
import type { CellProps, FieldUi } from '../../field-ui.ts';
import { codeSx, Line } from '../../screen/line-cell.ui.tsx';

export const structureUi: FieldUi = { Cell: StructureCell, width: () => 'wide', peek: true };

const inList = { width: 120, height: 44 };
const inListStyle = { display: 'flex', alignItems: 'center', height: inList.height };

export const onPage = { width: 360, height: 200 };

/** The same height before and after drawing, so that nothing below it jumps. */
export const pictureSx = { display: 'flex', alignItems: 'center', height: onPage.height };

function StructureCell({ value, place }: CellProps) {
  const smiles = String(value);
  if (place === 'list') {
    const text = (
      <Line place={place} title={smiles}>
        {smiles}
      </Line>
    );
    return (
      // The same height before and after drawing, for every molecule.
      <div style={inListStyle}>
        <StructureImage smiles={smiles} instead={text} {...inList} />
      </div>
    );
  }
  return (
    <Box>
      <Box sx={pictureSx}>
        <StructureImage smiles={smiles} {...onPage} />
      </Box>
      <Box component="code" sx={codeSx}>
        {smiles}
      </Box>
    </Box>
  );
}
