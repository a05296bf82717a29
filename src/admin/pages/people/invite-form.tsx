import type { Invited, InviteResult } from '../../../contract/people/people.ts';
import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { language } from '../../messages/language.ts';
import { parseAddresses, type ParsedAddress } from './parse-addresses.ts';
import { RoleChoice } from './role-choice.tsx';
import { useTexts } from '../../messages/texts.ts';
import { problemText } from '../../messages/problem-text.ts';
import { ResourceContextProvider } from 'react-admin';
import { BulkSummaryView } from '../../resource/bulk-summary.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { capitalise, call } from '../../client/http.ts';
import { Status } from '../../kit/status/status.tsx';
import { Part } from './page-part.tsx';
import { useSend } from '../../client/use-send.ts';

/** Invites one address or a pasted list, and shows the result for each. */
export function InviteForm() {
  const { invite: texts } = useTexts('people');
  const [text, setText] = useState('');
  const [role, setRole] = useState(useDefaultRole());
  const [summary, setSummary] = useState<Invited>();
  return (
    <Part title={texts.title} lead={texts.lead}>
      {summary ? (
        <InviteResults
          summary={summary}
          onAgain={(failed) => {
            setText(failed.join('\n'));
            setSummary(undefined);
          }}
        />
      ) : (
        <AddressForm
          {...{ text, role }}
          onText={setText}
          onRole={setRole}
          onInvited={(invited) => {
            setSummary(invited);
            setText('');
          }}
        />
      )}
    </Part>
  );
}

type AddressFormProps = {
  text: string;
  role: string;
  onText: (text: string) => void;
  onRole: (role: string) => void;
  onInvited: (invited: Invited) => void;
};

/** The addresses and their role. It shows what it recognised before anybody is invited. */
function AddressForm({ text, role, onText, onRole, onInvited }: AddressFormProps) {
  const { invite: texts, role: roleLabel } = useTexts('people');
  const queries = useQueryClient();
  const deferred = useDeferredValue(text);
  const parsed = useMemo(() => parseAddresses(deferred), [deferred]);
  const understood = parsed.filter(({ state }) => state === 'ok');
  const sent = understood.slice(0, MAX_INVITATIONS);
  // If it fails, the input stays, so that the user can send it again.
  const { mutate, isPending } = useSend({
    send: () => {
      const invitations = sent.map(({ email, name }) => (name ? { email, name } : { email }));
      const body = { invitations, role, language: language() };
      return call<Invited>('/api/admin/invite', { method: 'POST', body, timeout: false });
    },
    onDone: async ({ json }) => {
      onInvited(json);
      await queries.invalidateQueries({ queryKey: ['users'] });
    },
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending && sent.length > 0) mutate();
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
        onChange={({ target }) => onText(target.value)}
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
        sx={{ m: 0 }}
      />
      {parsed.length > 0 && <InvitePreview parsed={parsed} />}
      {understood.length > MAX_INVITATIONS && (
        <Alert severity="warning">{fillTemplate(texts.tooMany, { max: MAX_INVITATIONS })}</Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <RoleChoice label={roleLabel} value={role} onChange={onRole} />
        <Button
          type="submit"
          variant="contained"
          loading={isPending}
          aria-disabled={sent.length === 0}
        >
          {sent.length > 1 ? fillTemplate(texts.sendMany, { count: sent.length }) : texts.send}
        </Button>
      </Box>
    </Box>
  );
}

/** The default of the field for roles, or else the last role, which has the fewest rights. */
function useDefaultRole(): string {
  const { descriptor } = useConfig();
  const preset = descriptor.resources.get('users')?.fields.get('role')?.default;
  const roles = [...descriptor.roles.keys()];
  return roles.find((role) => role === preset) ?? roles.at(-1) ?? '';
}

type InviteResultsProps = { summary: Invited; onAgain: (failed: readonly string[]) => void };

/** The result of each invitation. */
function InviteResults({ summary, onAgain }: InviteResultsProps) {
  const { invite: texts, email } = useTexts('people');
  const failed = summary.results.filter(({ status }) => status === 'failed');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <ResourceContextProvider value="users">
        <BulkSummaryView summary={{ ...summary, problems: [] }} done="created" />
      </ResourceContextProvider>
      <FactsTable
        label={texts.result}
        columns={[email, texts.result]}
        rows={summary.results.map((result) => ({
          key: result.row,
          cells: [result.email, <Result key="result" result={result} />],
        }))}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" onClick={() => onAgain([])}>
          {texts.again}
        </Button>
        {failed.length > 0 && (
          <Button onClick={() => onAgain(failed.flatMap((result) => result.email ?? []))}>
            {texts.failedOnly}
          </Button>
        )}
      </Box>
    </Box>
  );
}

function Result({ result: { status, problems = [] } }: { result: InviteResult }) {
  const { invite: texts } = useTexts('people');
  const message = problems.map((problem) => capitalise(problemText(problem))).join('; ');
  return (
    <Box component="span" sx={{ color: status === 'failed' ? 'error.main' : undefined }}>
      {texts.results[status]}
      {message === '' ? '' : `: ${message}`}
    </Box>
  );
}

/** What was recognised in a pasted list, before anybody is invited. */
function InvitePreview({ parsed }: { parsed: readonly ParsedAddress[] }) {
  const { invite: texts } = useTexts('people');
  const count = parsed.filter(({ state }) => state === 'ok').length;
  const left = parsed.length - count;
  return (
    <Box role="group" aria-label={texts.preview}>
      <Typography component={Status} sx={{ fontSize: '0.84375rem', fontWeight: 600 }}>
        {fillTemplate(texts.understood, { count })}
        {left > 0 ? ` · ${fillTemplate(texts.notUnderstood, { count: left })}` : ''}
      </Typography>
      <Box component="ul" tabIndex={0} aria-label={texts.preview} sx={listSx}>
        {parsed.map(({ state, email, name }, index) => (
          <Box component="li" key={index} sx={{ color: state === 'ok' ? undefined : 'error.main' }}>
            {name ? `${name} · ` : ''}
            {email} – {texts.states[state]}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const listSx = {
  maxHeight: 180,
  overflow: 'auto',
  m: 0,
  mt: 0.5,
  px: 1.5,
  py: 0.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  listStyle: 'none',
  fontSize: '0.84375rem',
  overflowWrap: 'anywhere',
};

/** The most invitations in one call. */
const MAX_INVITATIONS = 500;
