import { Box } from '@mui/material';
import { showDateTime } from '../../fields/text/date-format.ts';
import { useNow } from '../kit/use-now.ts';
import { useI18n } from '../kit/use-i18n.ts';

/** When a record was printed: its sheets may be compared with it later. */
export function PrintDate() {
  const { translate } = useI18n();
  const date = showDateTime(useNow().toISOString());
  return (
    <Box sx={{ display: 'none', displayPrint: 'block', typography: 'body2' }}>
      {translate('form.printed', { date })}
    </Box>
  );
}
