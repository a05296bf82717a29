import CheckIcon from '@mui/icons-material/Check';
import NoIcon from '@mui/icons-material/RemoveCircleOutline';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { FieldUi } from '../../type/field-ui.ts';

// In a line of text, such as on a card, it stands as the words around it.
const yesSx = { verticalAlign: 'middle' };

const noSx = { display: 'inline-flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' };

export const booleanUi: FieldUi = {
  Cell: ({ value }) => {
    const translate = useTranslate();
    return value === true ? (
      <CheckIcon
        fontSize="small"
        color="success"
        titleAccess={translate('values.yes')}
        sx={yesSx}
      />
    ) : (
      // Beside a green tick, a grey sign alone could mean that nothing is known.
      <Box component="span" sx={noSx}>
        <NoIcon fontSize="small" color="disabled" />
        {translate('values.no')}
      </Box>
    );
  },
  width: () => 'narrow',
  options: (_field, _language, translate) => [
    { value: true, label: translate('values.yes') },
    { value: false, label: translate('values.no') },
  ],
};
