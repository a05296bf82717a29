import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { ResourceIcon } from '../kit/resource-icon.ts';
import { useText } from '../messages/use-text.ts';
import { toListPath } from '../kit/screen-paths.ts';
import { useNumber } from '../kit/use-number.ts';
import type { Latest } from './use-latest-records.ts';

/** A resource with the number of its records, leading to its list. */
export function ResourceCard({ resource, total, totalIsEstimate, failed }: Latest) {
  const translate = useTranslate();
  const say = useText();
  const sayNumber = useNumber();
  return (
    <Card component="li">
      <CardActionArea
        component={Link}
        to={toListPath(resource)}
        sx={{ p: { xs: 1.25, sm: 1.75 }, height: '100%' }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          <ResourceIcon name={resource.icon} sx={{ fontSize: '1.125rem', color: 'primary.main' }} />
          <Typography
            component="span"
            sx={{ minWidth: 0, fontSize: '0.875rem', fontWeight: 600, hyphens: 'auto' }}
          >
            {say(resource.label)}
          </Typography>
        </Box>
        <Typography
          component="span"
          sx={{
            display: 'block',
            mt: 0.5,
            fontSize: failed ? '0.875rem' : '1.625rem',
            fontVariantNumeric: 'tabular-nums',
            fontWeight: failed ? 400 : 650,
            letterSpacing: failed ? 0 : '-0.02em',
            lineHeight: 1.3,
            color: failed ? 'error.main' : 'text.primary',
          }}
        >
          {failed ? (
            translate('dashboard.failed')
          ) : total === undefined ? (
            <Skeleton width={72} />
          ) : (
            sayNumber(total, totalIsEstimate)
          )}
        </Typography>
      </CardActionArea>
    </Card>
  );
}
