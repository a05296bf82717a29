import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useText } from '../use-text.ts';
import { useConfig } from '../config.tsx';

/** A screen there is, but not for this role. */
export function NotAllowed() {
  const translate = useTranslate();
  const say = useText();
  const { descriptor, role } = useConfig();
  const label = descriptor.roles.get(role)?.label;
  return (
    <Box sx={{ py: 10, px: 2, textAlign: 'center' }}>
      <Typography component="h2" variant="h6" sx={{ mb: 0.5 }}>
        {translate('form.not_allowed')}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 2.5 }}>
        {translate('form.not_allowed_hint', { role: label ? say(label) : role })}
      </Typography>
      <Button variant="outlined" component={Link} to="/dashboard">
        {translate('form.to_dashboard')}
      </Button>
    </Box>
  );
}
