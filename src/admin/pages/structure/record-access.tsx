import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import { Alert, Box, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { ApiKeys } from '../../../contract/people/keys.ts';
import type { RecordAccess } from '../../../contract/people/access.ts';
import { mayAdminister } from '../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { readWhere } from '../../../descriptor/filter/where.ts';
import type { JsonObject } from '../../../descriptor/json-object.ts';
import { explainAccess } from '../../../descriptor/permissions/explain-access.ts';
import { useConfig } from '../../client/config.tsx';
import { call } from '../../client/http.ts';
import { NativeSelect, inputsSx } from '../../kit/native-select.tsx';
import { useApiQuery } from '../../kit/loading/query-state.tsx';
import { Status } from '../../kit/status/status.tsx';
import { UserPicker } from '../../resource/user-picker.tsx';
import { filterWords, useFilterWords } from '../../resource/filter-words.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useLabels } from '../../kit/use-i18n.ts';

/** Asks what one person may do with one record. Only roles that may do everything can ask about others. */
export function RecordAccessQuestion({ descriptor }: { descriptor: Descriptor }) {
  const texts = useTexts('structure');
  const { role } = useConfig();
  const [search, setSearch] = useSearchParams();
  const [user, record] = [search.get('user') ?? '', search.get('record') ?? ''];
  const key = search.get('key') ?? '';
  const name = search.get('resource') ?? '';
  const resource = descriptor.resources.get(name) ?? [...descriptor.resources.values()][0];
  if (!resource || !mayAdminister(descriptor, role)) return null;
  const setParameter = (what: 'user' | 'record' | 'key', value: string): void =>
    setSearch(
      (before) => {
        before.set('tab', 'permissions');
        before.set('resource', resource.name);
        // A key belongs to a person.
        if (what === 'user') before.delete('key');
        if (value === '') before.delete(what);
        else before.set(what, value);
        return before;
      },
      { replace: true },
    );
  return (
    <Box component="section" sx={{ mb: 3 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {texts.access.title}
      </Typography>
      <Box sx={inputsSx(240, 640)}>
        <TextField
          label={texts.access.record}
          value={record}
          onChange={({ target }) => setParameter('record', toRecordId(target.value))}
          sx={{ m: 0 }}
        />
        <UserPicker
          label={texts.access.person}
          value={user}
          onChange={(value) => setParameter('user', value)}
        />
        {user !== '' && (
          <KeyChoice user={user} value={key} onChange={(id) => setParameter('key', id)} />
        )}
      </Box>
      <Box sx={{ mt: 1.5 }}>
        {record === '' || user === '' ? (
          <Typography sx={{ color: 'text.secondary' }}>{texts.access.hint}</Typography>
        ) : (
          <RecordAccessNote descriptor={descriptor} question={{ resource, record, user, key }} />
        )}
      </Box>
    </Box>
  );
}

/** People copy the address of the page of a record. */
function toRecordId(text: string): string {
  const [path = ''] = text.trim().split(/[?#]/);
  return decodeURIComponent(path.split('/').findLast((part) => part !== '') ?? '');
}

type KeyChoiceProps = { user: string; value: string; onChange: (id: string) => void };

/** The keys of the person, if there are any: a key may less. */
function KeyChoice({ user, value, onChange }: KeyChoiceProps) {
  const texts = useTexts('structure');
  const keys = useKeys(user);
  if (keys.length === 0) return null;
  return (
    <NativeSelect
      label={texts.access.key}
      none={texts.access.noKey}
      value={value}
      options={keys.map(({ id, name, prefix }) => [id, `${name} (${prefix}…)`] as const)}
      onChange={onChange}
    />
  );
}

function useKeys(user: string): ApiKeys['data'] {
  const path = `/api/keys?owner=${encodeURIComponent(user)}`;
  return useApiQuery<ApiKeys>(['keys', user], path).data?.data ?? [];
}

type Question = { resource: Resource; record: string; user: string; key: string };

function RecordAccessNote({
  descriptor,
  question,
}: {
  descriptor: Descriptor;
  question: Question;
}) {
  const texts = useTexts('structure');
  const labels = useLabels(descriptor);
  const { resource, record, user, key } = question;
  const grants = useKeys(user).find(({ id }) => id === key)?.collections;
  const { data, error } = useQuery({
    queryKey: [resource.name, 'access', { id: record, user, key }],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ user, ...(key && { key }) });
      const path = `${resource.root}/${encodeURIComponent(record)}/access?${query}`;
      return (await call<RecordAccess>(path, { signal })).json;
    },
    retry: false,
  });
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!data) return null;
  const named = { name: data.user.name, role: labels.ofRole(data.user.role) };
  return (
    <Status>
      <Typography sx={{ fontWeight: 600 }}>{fillTemplate(texts.access.of, named)}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 0, listStyle: 'none' }}>
        {data.operations.map((one) => (
          <OperationAccess
            key={one.operation}
            descriptor={descriptor}
            resource={resource}
            role={data.user.role}
            keyFilter={grants?.[resource.name]?.filter}
            access={one}
          />
        ))}
      </Box>
    </Status>
  );
}

type OperationAccessProps = {
  descriptor: Descriptor;
  resource: Resource;
  role: string;
  /** The records that the API key is limited to. */
  keyFilter: JsonObject | undefined;
  access: RecordAccess['operations'][number];
};

/** One operation: yes or no, the rule that decides, and each filter with its result. */
function OperationAccess(props: OperationAccessProps) {
  const { descriptor, resource, role, keyFilter, access } = props;
  const texts = useTexts('structure');
  const words = useFilterWords();
  const { say } = words;
  const { operation, allowed, rule, limits } = access;
  const ofRole = explainAccess(descriptor, { role, resource, operation });
  const labels = useLabels(descriptor);
  const named = {
    role: labels.ofRole(role),
    resource: say(resource.label),
    operation: texts.operations[operation],
  };
  // To list and to read often need the same.
  const toText = (limit: (typeof limits)[number]): string => {
    const isOfKey = limit.operation === 'key';
    const read = isOfKey && keyFilter && readWhere({ descriptor, role, resource }, keyFilter);
    const own = ofRole.limits.find(({ operation: by }) => by === limit.operation)?.filter;
    const filter = read && 'filter' in read ? read.filter : own?.unresolved;
    const text = filter ? filterWords(resource, filter, words) : (limit.filter ?? '');
    const outcome = limit.holds ? 'holds' : 'fails';
    return fillTemplate(texts.access[isOfKey ? 'ofKey' : 'ofRole'][outcome], { filter: text });
  };
  // The permissions may have no filter where the API key has one.
  const reason = rule === 'rows' ? ofRole.rule : rule;
  const Icon = allowed ? CheckIcon : CloseIcon;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, py: 0.5 }}>
      <Icon fontSize="small" color={allowed ? 'success' : 'error'} aria-hidden />
      <div>
        <strong>
          {named.operation}: {texts.answers[allowed ? 'yes' : 'no']}
        </strong>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {reason === 'inactive' || reason === 'anonymised'
            ? texts.access[reason]
            : fillTemplate(texts.why.rules[reason], named)}
        </Typography>
        {[...new Set(limits.map(toText))].map((text) => (
          <Typography key={text} variant="body2">
            {text}
          </Typography>
        ))}
      </div>
    </Box>
  );
}
