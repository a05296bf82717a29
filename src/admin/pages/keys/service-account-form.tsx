import { Alert, Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useConfig } from '../../client/config.tsx';
import { call } from '../../client/http.ts';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { RoleChoice } from '../people/role-choice.tsx';
import { useSend } from '../../client/use-send.ts';
import { Part } from '../people/page-part.tsx';
import { inputsSx } from '../../kit/native-select.tsx';

/** Makes an account for a program; nothing where users cannot be marked as such. */
export function ServiceAccountForm() {
  const { service: texts } = useTexts('keys');
  const { descriptor } = useConfig();
  const users = descriptor.resources.get('users');
  const [name, setName] = useState('');
  const [role, setRole] = useState([...descriptor.roles.keys()].at(-1) ?? '');
  const { mutate, isPending, data } = useSend({
    send: () => {
      const init = { method: 'POST', body: { name: name.trim(), role } } as const;
      return call<{ _id: string; name: string }>('/api/admin/service-accounts', init);
    },
    onDone: () => setName(''),
  });
  if (!users?.fields.has('isService')) return null;
  return (
    <Part title={texts.title} lead={texts.lead}>
      {data && (
        <Alert
          severity="success"
          sx={{ mb: 1.5 }}
          action={
            <Button color="inherit" component={Link} to={toRecordPath(users, data.json._id)}>
              {texts.open}
            </Button>
          }
        >
          {fillTemplate(texts.made, { name: data.json.name })}
        </Alert>
      )}
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && name.trim() !== '') mutate();
        }}
        sx={inputsSx(240)}
      >
        <TextField
          label={texts.name}
          value={name}
          onChange={({ target }) => setName(target.value)}
          sx={{ m: 0 }}
        />
        <RoleChoice label={texts.role} value={role} onChange={setRole} />
        <Button
          type="submit"
          variant="contained"
          loading={isPending}
          aria-disabled={name.trim() === ''}
          sx={{ gridColumn: '1 / -1', justifySelf: 'start' }}
        >
          {texts.make}
        </Button>
      </Box>
    </Part>
  );
}
