import CheckIcon from '@mui/icons-material/Check';
import NoIcon from '@mui/icons-material/RemoveCircleOutline';
import Box from '@mui/material/Box';
import type { FieldUi } from '../../type/field-ui.ts';
import { useFieldTexts } from '../../screen/texts.ui.ts';

// In a line of text, such as on a card, it stands as the words around it.
const yesSx = { verticalAlign: 'middle' };

const noSx = { display: 'inline-flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' };

export const booleanUi: FieldUi = {
  Cell: ({ value }) => {
    const texts = useFieldTexts();
    return value === true ? (
      <CheckIcon fontSize="small" color="success" titleAccess={texts.yes} sx={yesSx} />
    ) : (
      // Beside a green tick, a grey sign alone could mean that nothing is known.
      <Box component="span" sx={noSx}>
        <NoIcon fontSize="small" color="disabled" />
        {texts.no}
      </Box>
    );
  },
  width: () => 'narrow',
  options: (_field, _language, texts) => [
    { value: true, label: texts.yes },
    { value: false, label: texts.no },
  ],
};
