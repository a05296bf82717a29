import { Box, Button, Typography, type SvgIcon } from '@mui/material';
import type { ReactNode } from 'react';
import ExploreOffIcon from '@mui/icons-material/ExploreOffOutlined';
import DeniedIcon from '@mui/icons-material/BlockOutlined';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { PageTitle } from './page-title.tsx';
import { useTexts } from '../messages/texts.ts';

/** Shown for a page that the role of the user may not open. */
export function AccessDeniedPage() {
  const translate = useTranslate();
  return (
    <MessagePage
      icon={DeniedIcon}
      title={translate('ra.page.access_denied')}
      text={translate('ra.message.access_denied')}
    />
  );
}

/** Shown for an unknown URL. */
export function NotFoundPage() {
  const texts = useTexts('app');
  const navigate = useNavigate();
  return (
    <MessagePage icon={ExploreOffIcon} title={texts.notFound.title} text={texts.notFound.text}>
      {window.history.length > 1 ? (
        <Button onClick={() => navigate(-1)}>{texts.notFound.back}</Button>
      ) : null}
    </MessagePage>
  );
}

type MessagePageProps = {
  icon: typeof SvgIcon;
  title: string;
  text: string;
  /** More buttons that lead elsewhere. */
  children?: ReactNode;
};

/** A page that shows only a reason and the way to the dashboard. */
function MessagePage({ icon: Icon, title, text, children }: MessagePageProps) {
  const texts = useTexts('app');
  return (
    <>
      <PageTitle title={title} />
      <Box
        sx={{
          display: 'grid',
          justifyItems: 'center',
          gap: 1,
          maxWidth: 480,
          mx: 'auto',
          mt: { xs: 6, sm: 12 },
          textAlign: 'center',
        }}
      >
        <Icon aria-hidden sx={{ fontSize: 56, color: 'text.disabled' }} />
        <Typography variant="h4" component="h2">
          {title}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1, mt: 2 }}>
          <Button variant="contained" component={Link} to="/dashboard">
            {texts.notFound.home}
          </Button>
          {children}
        </Box>
      </Box>
    </>
  );
}
