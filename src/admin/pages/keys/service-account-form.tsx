import { Alert, Box, Button, Card, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useConfig } from '../../client/config.tsx';
import { call } from '../../client/http.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { RoleChoice } from '../people/role-choice.tsx';

/** Makes an account for a program; nothing where users cannot be marked as such. */
export function ServiceAccountForm() {
  const { service: texts } = useTexts('keys');
  const { descriptor } = useConfig();
  const users = descriptor.resources.get('users');
  const [name, setName] = useState('');
  const [role, setRole] = useState([...descriptor.roles.keys()].at(-1) ?? '');
  const notifyError = useNotifyError();
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => {
      const init = { method: 'POST', body: { name: name.trim(), role } } as const;
      return (await call<{ _id: string; name: string }>('/api/admin/service-accounts', init)).json;
    },
    onSuccess: () => setName(''),
    onError: notifyError,
  });
  if (!users?.fields.has('isService')) return null;
  return (
    <Card component="section" aria-labelledby="service-accounts" sx={{ p: 2 }}>
      <Typography variant="h2" id="service-accounts">
        {texts.title}
      </Typography>
      <Typography sx={{ mb: 1.5, color: 'text.secondary' }}>{texts.lead}</Typography>
      {data && (
        <Alert
          severity="success"
          sx={{ mb: 1.5 }}
          action={
            <Button color="inherit" component={Link} to={toRecordPath(users, data._id)}>
              {texts.open}
            </Button>
          }
        >
          {fillTemplate(texts.made, { name: data.name })}
        </Alert>
      )}
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && name.trim() !== '') mutate();
        }}
        sx={formSx}
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
    </Card>
  );
}

const formSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))',
  gap: 1.5,
};
