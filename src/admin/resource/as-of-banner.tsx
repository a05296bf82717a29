import AsOfIcon from '@mui/icons-material/EventRepeatOutlined';
import { Alert, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link, type To } from 'react-router-dom';
import { showDateTime } from '../../fields/text/date-format.ts';
import { useAsOf } from '../kit/as-of.ts';

/** Says which moment the screen shows, and leads back to today. */
export function AsOfBanner({ today, state }: { today: To; state?: unknown }) {
  const translate = useTranslate();
  const asOf = useAsOf();
  if (asOf === undefined) return null;
  const isMoment = !Number.isNaN(Date.parse(asOf));
  return (
    <Alert
      severity="info"
      icon={<AsOfIcon />}
      role="note"
      sx={bannerSx}
      action={
        <Button color="inherit" size="small" component={Link} to={today} state={state}>
          {translate('list.as_of_today')}
        </Button>
      }
    >
      {translate('list.as_of_banner', { moment: isMoment ? showDateTime(asOf) : asOf })}
    </Alert>
  );
}

// On a narrow screen the button moves below the text.
const bannerSx = {
  mb: 1.5,
  border: 1,
  borderColor: 'info.main',
  flexWrap: 'wrap',
  '& .MuiAlert-message': { flex: '1 1 200px', minWidth: 0 },
};
