import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import type { ViewSession } from '../../../contract/people/accounts.ts';
import { mayAdminister } from '../../../descriptor/access.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { readView, startView } from '../../client/account/view-as.ts';
import { useConfig } from '../../client/config.tsx';
import { call } from '../../client/http.ts';
import { useSend } from '../../client/use-send.ts';
import { inputsSx, NativeSelect } from '../../kit/native-select.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { UserPicker } from '../../resource/user-picker.tsx';

type SeenAs = { role: string } | { user: string };

/** Shows this tab as a role or a person sees the app. */
export function ViewAsButton({ as }: { as: SeenAs | undefined }) {
  const texts = useTexts('view-as');
  const { user } = useConfig();
  const { mutate, isPending } = useSend({
    send: (body: SeenAs) =>
      call<ViewSession>('/api/users/current/view-as', { method: 'POST', body }),
    onDone: ({ json: { token } }, body) =>
      startView({ token, userId: 'user' in body ? body.user : user._id }),
  });
  return (
    <Button variant="outlined" disabled={!as} loading={isPending} onClick={() => as && mutate(as)}>
      {texts.start}
    </Button>
  );
}

/** Chooses a role or a person to see the app as. Only roles that may do everything can do it, and not in a view. */
export function ViewAsChoice({ descriptor }: { descriptor: Descriptor }) {
  const texts = useTexts('view-as');
  const say = useText();
  const { role: own } = useConfig();
  const [role, setRole] = useState('');
  const [user, setUser] = useState('');
  if (!mayAdminister(descriptor, own) || readView()) return null;
  const person = user === '' ? undefined : { user };
  return (
    <Box component="section" aria-label={texts.title} sx={{ mb: 3 }}>
      <Typography variant="h2">{texts.title}</Typography>
      <Typography sx={{ mb: 1, color: 'text.secondary' }}>{texts.lead}</Typography>
      <Box sx={inputsSx(240, 640)}>
        <NativeSelect
          label={texts.role}
          none={texts.noRole}
          value={role}
          options={[...descriptor.roles.values()].map(({ name, label }) => [name, say(label)])}
          onChange={(next) => {
            setRole(next);
            setUser('');
          }}
        />
        <UserPicker
          label={texts.person}
          value={user}
          onChange={(next) => {
            setUser(next);
            setRole('');
          }}
        />
      </Box>
      <Box sx={{ mt: 1 }}>
        <ViewAsButton as={role === '' ? person : { role }} />
      </Box>
    </Box>
  );
}
