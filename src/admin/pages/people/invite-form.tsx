import type { Invited } from '../../../contract/people.ts';
import { Alert, Box, Button, Card, TextField, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { language } from '../../messages/language.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { InvitePreview } from './invite-preview.tsx';
import { InviteResults } from './invite-results.tsx';
import { invite, MOST_INVITATIONS } from './invite.ts';
import { parseAddresses } from './parse-addresses.ts';
import { RoleChoice } from './role-choice.tsx';
import { useTexts } from '../../messages/texts.ts';

/** Invites one or a pasted list; what was understood is shown before, what became of each after. */
export function InviteForm() {
  const { invite: texts, role: roleLabel } = useTexts('people');
  const queries = useQueryClient();
  const notifyError = useNotifyError();
  const [text, setText] = useState('');
  const [role, setRole] = useState(useDefaultRole());
  const [isBusy, setBusy] = useState(false);
  const [summary, setSummary] = useState<Invited>();
  const deferred = useDeferredValue(text);
  const parsed = useMemo(() => parseAddresses(deferred), [deferred]);
  const understood = parsed.filter(({ state }) => state === 'ok');
  const sent = understood.slice(0, MOST_INVITATIONS);

  async function send(): Promise<void> {
    if (isBusy || sent.length === 0) return;
    setBusy(true);
    try {
      const invitations = sent.map(({ email, name }) => (name ? { email, name } : { email }));
      setSummary(await invite(invitations, role, language()));
      setText('');
      await queries.invalidateQueries({ queryKey: ['users'] });
    } catch (error) {
      // What was typed stays: it can be sent again.
      notifyError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card component="section" aria-labelledby="invite" sx={{ p: 2 }}>
      <Typography variant="h2" id="invite">
        {texts.title}
      </Typography>
      <Typography sx={{ mb: 1.5, color: 'text.secondary' }}>{texts.lead}</Typography>
      {summary ? (
        <InviteResults
          summary={summary}
          onAgain={(failed) => {
            setText(failed.join('\n'));
            setSummary(undefined);
          }}
        />
      ) : (
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
          sx={{ display: 'grid', gap: 1.5 }}
        >
          <TextField
            multiline
            minRows={2}
            maxRows={10}
            label={texts.addresses}
            helperText={texts.addressesHelp}
            value={text}
            onChange={({ target }) => setText(target.value)}
            slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
            sx={{ m: 0 }}
          />
          {parsed.length > 0 && <InvitePreview parsed={parsed} />}
          {understood.length > MOST_INVITATIONS && (
            <Alert severity="warning">
              {fillTemplate(texts.tooMany, { max: MOST_INVITATIONS })}
            </Alert>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            <RoleChoice label={roleLabel} value={role} onChange={setRole} />
            <Button
              type="submit"
              variant="contained"
              loading={isBusy}
              aria-disabled={sent.length === 0}
            >
              {sent.length > 1 ? fillTemplate(texts.sendMany, { count: sent.length }) : texts.send}
            </Button>
          </Box>
        </Box>
      )}
    </Card>
  );
}

/** What the field of the role has for who is not given one; else the last of the roles, which may least. */
function useDefaultRole(): string {
  const { descriptor } = useConfig();
  const preset = descriptor.resources.get('users')?.fields.get('role')?.default;
  const roles = [...descriptor.roles.keys()];
  return roles.find((role) => role === preset) ?? roles.at(-1) ?? '';
}
