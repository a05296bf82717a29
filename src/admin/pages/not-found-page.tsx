import ExploreOffIcon from '@mui/icons-material/ExploreOffOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { MessagePage } from '../kit/message-page.tsx';

/** For every address that is no page of this installation. */
export function NotFoundPage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  return (
    <MessagePage
      icon={ExploreOffIcon}
      title={translate('notFound.title')}
      text={translate('notFound.text')}
    >
      <Button variant="contained" component={Link} to="/dashboard">
        {translate('notFound.home')}
      </Button>
      {window.history.length > 1 ? (
        <Button onClick={() => navigate(-1)}>{translate('notFound.back')}</Button>
      ) : null}
    </MessagePage>
  );
}
