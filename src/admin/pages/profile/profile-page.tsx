import { Box, Card, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { PageTitle } from '../../kit/page-title.tsx';
import { DetailsForm } from './details-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import { SessionList } from './session-list.tsx';
import { useTexts } from '../../messages/texts.ts';

/** What one may change of oneself (specification, §2: `/users/myprofile`). */
export function ProfilePage() {
  const { profile: texts } = useTexts('people');
  return (
    <>
      <PageTitle title={texts.title} />
      <Box sx={gridSx}>
        <Part title={texts.details}>
          <DetailsForm />
        </Part>
        <Part title={texts.preferences} help={texts.preferencesHelp}>
          <PreferencesForm />
        </Part>
        <Part title={texts.password} help={texts.passwordHelp}>
          <PasswordForm />
        </Part>
        <Part title={texts.sessions} help={texts.sessionsHelp} isWide>
          <SessionList />
        </Part>
      </Box>
    </>
  );
}

type PartProps = { title: string; help?: string; isWide?: boolean; children: ReactNode };

function Part({ title, help, isWide = false, children }: PartProps) {
  const heading = useId();
  return (
    <Card
      component="section"
      aria-labelledby={heading}
      sx={{ p: 2, ...(isWide && { gridColumn: '1 / -1' }) }}
    >
      <Typography variant="h2" id={heading}>
        {title}
      </Typography>
      {help && <Typography sx={{ color: 'text.secondary' }}>{help}</Typography>}
      <Box sx={{ mt: 1.5 }}>{children}</Box>
    </Card>
  );
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 360px), 1fr))',
  alignItems: 'start',
  gap: 2,
  maxWidth: 1200,
};
