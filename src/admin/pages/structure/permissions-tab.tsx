import { requireEntry } from '../../../fields/require-entry.ts';
import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { operations, type Descriptor, type Operation } from '../../../descriptor/descriptor.ts';
import {
  type AccessQuestion,
  explainAccess,
  fieldUse,
} from '../../../descriptor/permissions/explain-access.ts';
import { PermissionCostsView } from './permission-costs.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';
import { RecordAccessQuestion } from './record-access.tsx';
import { rolesText, filterWords } from '../../resource/filter-words.ts';
import { useStructureWords } from './use-structure-words.ts';
import { Status } from '../../kit/status/status.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';

/** Shows who may do what, with the rule that decides. The question is in the address. */
export function PermissionsTab({ descriptor }: { descriptor: Descriptor }) {
  const { tell } = useStructureWords();
  const [search, setSearch] = useSearchParams();
  const answer = useRef<HTMLDivElement>(null);
  const question = readQuestion(descriptor, search);
  if (question === undefined) return null;
  const ask = ({ role, resource, operation, field }: AccessQuestion): void =>
    setSearch(
      {
        tab: 'permissions',
        role,
        resource: resource.name,
        operation,
        ...(field === undefined ? {} : { field }),
      },
      { replace: true },
    );
  return (
    <>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {tell('why.title')}
      </Typography>
      <AccessQuestionForm descriptor={descriptor} question={question} onAsk={ask} />
      <Box ref={answer} tabIndex={-1} sx={{ mt: 1.5, mb: 3, scrollMarginTop: 72 }}>
        <AccessAnswerNote descriptor={descriptor} question={question} />
      </Box>
      <RecordAccessQuestion descriptor={descriptor} />
      <Typography variant="h2">{tell('matrix.title')}</Typography>
      <Typography sx={{ mb: 1.5, color: 'text.secondary' }}>{tell('why.choose')}</Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))',
        }}
      >
        {[...descriptor.resources.values()].map((resource) => (
          <PermissionMatrix
            key={resource.name}
            descriptor={descriptor}
            resource={resource}
            onAsk={(next) => {
              ask(next);
              answer.current?.focus();
            }}
          />
        ))}
      </Box>
      <PermissionCostsView descriptor={descriptor} />
    </>
  );
}

/** Reads the question from the address; invalid parts fall back to a default. */
function readQuestion({ roles, resources }: Descriptor, search: URLSearchParams) {
  const role = roles.get(search.get('role') ?? '') ?? [...roles.values()].at(-1);
  const resource = resources.get(search.get('resource') ?? '') ?? [...resources.values()][0];
  if (role === undefined || resource === undefined) return undefined;
  const operation = operations.find((each) => each === search.get('operation')) ?? 'read';
  const field = search.get('field') ?? '';
  return {
    role: role.name,
    resource,
    operation: operation satisfies Operation,
    field: resource.fields.has(field) ? field : undefined,
  };
}

const severity = { yes: 'success', no: 'error', some: 'warning' } as const;

type AccessAnswerNoteProps = { descriptor: Descriptor; question: AccessQuestion };

/** Yes, no or some records, with the declared rule that decides. */
function AccessAnswerNote({ descriptor, question }: AccessAnswerNoteProps) {
  const words = useStructureWords();
  const { tell, say } = words;
  const { resource, operation, field } = question;
  const { answer, rule, limits, roles } = explainAccess(descriptor, question);
  const role = descriptor.roles.get(question.role);
  const declared = field === undefined ? undefined : resource.fields.get(field);
  const named = {
    role: role ? say(role.label) : question.role,
    resource: say(resource.label),
    operation: tell(`operations.${operation}`),
    field: declared ? say(declared.label) : '',
    computed: declared?.computed ?? '',
    roles: rolesText(descriptor, roles, words),
  };
  return (
    <Status>
      <Alert severity={severity[answer]} role="none">
        <AlertTitle>{tell(`answers.${answer}`)}</AlertTitle>
        {tell(`why.rules.${rule}`, named)}
        {limits.length > 0 && (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {limits.map(({ operation: at, filter }) => (
              <li key={at}>
                {tell('why.limit', {
                  operation: tell(`operations.${at}`),
                  filter: filterWords(resource, filter.unresolved, words),
                })}
              </li>
            ))}
          </Box>
        )}
        {answer !== 'no' && declared && fieldUse[operation] === undefined && (
          <div>{tell('why.wholeRecord')}</div>
        )}
        {answer !== 'no' && rule !== 'all' && operation === 'import' && (
          <div>{tell('why.importReach')}</div>
        )}
      </Alert>
    </Status>
  );
}

type AccessQuestionFormProps = AccessAnswerNoteProps & {
  onAsk: (question: AccessQuestion) => void;
};

/** Asks whether a role may perform an operation on a resource or a field. */
function AccessQuestionForm({ descriptor, question, onAsk }: AccessQuestionFormProps) {
  const { tell, say } = useStructureWords();
  const { resource } = question;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))',
        maxWidth: 960,
      }}
    >
      <NativeSelect
        label={tell('why.role')}
        value={question.role}
        options={[...descriptor.roles.values()].map(({ name, label }) => [name, say(label)])}
        onChange={(role) => onAsk({ ...question, role })}
      />
      <NativeSelect
        label={tell('why.operation')}
        value={question.operation}
        options={operations.map((name) => [name, tell(`operations.${name}`)])}
        onChange={(operation) => onAsk({ ...question, operation })}
      />
      <NativeSelect
        label={tell('why.resource')}
        value={resource.name}
        options={[...descriptor.resources.values()].map(({ name, label }) => [name, say(label)])}
        onChange={(name) =>
          onAsk({
            ...question,
            resource: requireEntry(descriptor.resources, name),
            field: undefined,
          })
        }
      />
      <NativeSelect
        label={tell('why.field')}
        value={question.field ?? ''}
        none={tell('why.whole')}
        options={[...resource.fields.values()].map(({ name, label }) => [name, say(label)])}
        onChange={(field) => onAsk({ ...question, field: field === '' ? undefined : field })}
      />
    </Box>
  );
}
