import { Alert, Box } from '@mui/material';
import { useState } from 'react';
import type { InboxKind, MailTime } from '../../../contract/people/threads.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { saveProfile } from '../../client/account/own-user.ts';
import { useConfig } from '../../client/config.tsx';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { useTexts } from '../../messages/texts.ts';
import { Part } from '../people/page-part.tsx';

/** Which entries of the inbox the user also gets by mail, and when. */
export function MailPart() {
  const { mails: texts } = useTexts('inbox');
  const { user } = useConfig();
  const notifyError = useNotifyError();
  const [chosen, setChosen] = useState(user.inboxMails ?? {});
  const choose = (kind: InboxKind, time: MailTime): void => {
    const before = chosen;
    setChosen({ ...chosen, [kind]: time });
    saveProfile({ inboxMails: { [kind]: time } }).catch((error: unknown) => {
      setChosen(before);
      notifyError(error);
    });
  };
  const times = Object.entries(texts.times) as [MailTime, string][];
  return (
    <Part id="emails" title={texts.title} lead={texts.help} isWide>
      {user.mailTrouble && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {fillTemplate(texts[user.mailTrouble], { email: user.email })}
        </Alert>
      )}
      <Box sx={gridSx}>
        {(Object.entries(chosen) as [InboxKind, MailTime][]).map(([kind, time]) => (
          <NativeSelect
            key={kind}
            label={texts.kinds[kind]}
            value={time}
            options={times}
            onChange={(to) => choose(kind, to)}
          />
        ))}
      </Box>
    </Part>
  );
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  gap: 2,
  pt: 0.5,
};
