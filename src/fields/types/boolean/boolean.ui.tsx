import CheckIcon from '@mui/icons-material/Check';
import NoIcon from '@mui/icons-material/RemoveCircleOutline';
import { useTranslate } from 'react-admin';
import type { FieldUi } from '../../field-ui.ts';

export const booleanUi: FieldUi = {
  Cell: ({ value }) => {
    const translate = useTranslate();
    return value === true ? (
      <CheckIcon fontSize="small" color="success" titleAccess={translate('values.yes')} />
    ) : (
      <NoIcon fontSize="small" color="disabled" titleAccess={translate('values.no')} />
    );
  },
  width: () => 'narrow',
  options: (_field, _language, translate) => [
    { value: true, label: translate('values.yes') },
    { value: false, label: translate('values.no') },
  ],
};
