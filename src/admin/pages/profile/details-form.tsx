import { Box, Button, TextField } from '@mui/material';
import { useState, type SyntheticEvent } from 'react';
import { useNotify } from 'react-admin';
import { checkField } from '../../../descriptor/field-check.ts';
import { useConfig } from '../../client/config.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { useSaveProfile } from './use-save-profile.ts';
import { useTexts } from '../../messages/texts.ts';
import { capitalise } from '../../client/http.ts';

const names = ['name', 'organisation', 'orcid'] as const;
type Name = (typeof names)[number];

const autoComplete = { name: 'name', organisation: 'organization', orcid: 'off' };

export function DetailsForm() {
  const { profile: texts } = useTexts('people');
  const notify = useNotify();
  const { user, descriptor } = useConfig();
  const users = descriptor.resources.get('users');
  // Who may not see the users has no fields of theirs; then all that is told of oneself is shown.
  const shown = names.filter((name) => name in user && (users?.fields.has(name) ?? true));
  const before = Object.fromEntries(shown.map((name) => [name, user[name] ?? '']));
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>(before);
  const { isBusy, problems, setProblems, save } = useSaveProfile(names);

  function check(): Record<string, string> {
    const found = shown.flatMap((name) => {
      const field = users?.fields.get(name);
      const checked = field && checkField(field, typed[name] ?? '');
      if (checked === undefined || 'value' in checked) return [];
      return [[name, capitalise(checked.problems.map((each) => problemText(each)).join('; '))]];
    });
    return Object.fromEntries(found) as Record<string, string>;
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (isBusy) return;
    const found = check();
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const changed = shown.filter((name) => (typed[name] ?? '').trim() !== before[name]);
    if (changed.length === 0) {
      notify(texts.unchanged, { type: 'info', messageArgs: { _: texts.unchanged } });
      return;
    }
    const changes = changed.map((name) => [name, (typed[name] ?? '').trim() || null]);
    void save(Object.fromEntries(changes) as Partial<Record<Name, string | null>>, texts.saved);
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1 }}>
      <TextField
        label={texts.email}
        value={user.email}
        helperText={texts.emailHelp}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      {shown.map((name) => (
        <TextField
          key={name}
          label={texts[name]}
          required={name === 'name'}
          autoComplete={autoComplete[name]}
          value={typed[name] ?? ''}
          error={problems[name] !== undefined}
          helperText={problems[name]}
          onChange={({ target }) => {
            setTyped({ ...typed, [name]: target.value });
            if (problems[name] !== undefined) {
              const { [name]: _, ...others } = problems;
              setProblems(others);
            }
          }}
        />
      ))}
      <Button type="submit" variant="contained" loading={isBusy} sx={{ justifySelf: 'start' }}>
        {texts.save}
      </Button>
    </Box>
  );
}
