import LockIcon from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { MessagePage } from './message-page.tsx';

/** For a page that exists, but not for this role. */
export function AccessDeniedPage() {
  const translate = useTranslate();
  return (
    <MessagePage
      icon={LockIcon}
      title={translate('ra.page.access_denied')}
      text={translate('ra.message.access_denied')}
    >
      <Button variant="contained" component={Link} to="/dashboard">
        {translate('notFound.home')}
      </Button>
    </MessagePage>
  );
}
