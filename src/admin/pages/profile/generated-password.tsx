import { Alert } from '@mui/material';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { useConfig } from '../../client/config.tsx';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useTexts } from '../../messages/texts.ts';

/** Says until when a password works that the server made. `isElsewhere`: leads to the page that changes it. */
export function GeneratedPassword({ isElsewhere = false }: { isElsewhere?: boolean }) {
  const { profile: texts } = useTexts('people');
  const { passwordExpiresAt } = useConfig().user;
  if (!passwordExpiresAt) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {fillTemplate(texts.generated, { date: showDateTime(passwordExpiresAt) })}
      {isElsewhere && (
        <>
          {' '}
          <TextLink to="/users/myprofile">{texts.chooseOwn}</TextLink>
        </>
      )}
    </Alert>
  );
}
