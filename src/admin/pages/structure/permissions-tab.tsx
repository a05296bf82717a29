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
import { ViewAsChoice } from '../people/view-as.tsx';
import { filterWords, useFilterWords } from '../../resource/filter-words.ts';
import { Status } from '../../kit/status/status.tsx';
import { NativeSelect, inputsSx } from '../../kit/native-select.tsx';
import { rolesText } from './dictionary.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useLabels } from '../../kit/use-i18n.ts';

/** Shows who may do what, with the rule that decides. The question is in the address. */
export function PermissionsTab({ descriptor }: { descriptor: Descriptor }) {
  const texts = useTexts('structure');
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
        {texts.why.title}
      </Typography>
      <AccessQuestionForm descriptor={descriptor} question={question} onAsk={ask} />
      <Box ref={answer} tabIndex={-1} sx={{ mt: 1.5, mb: 3, scrollMarginTop: 72 }}>
        <AccessAnswerNote descriptor={descriptor} question={question} />
      </Box>
      <RecordAccessQuestion descriptor={descriptor} />
      <ViewAsChoice descriptor={descriptor} />
      <Typography variant="h2">{texts.matrix.title}</Typography>
      <Typography sx={{ mb: 1.5, color: 'text.secondary' }}>{texts.why.choose}</Typography>
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
export function AccessAnswerNote({ descriptor, question }: AccessAnswerNoteProps) {
  const texts = useTexts('structure');
  const words = useFilterWords();
  const { say } = words;
  const { resource, operation, field } = question;
  const { answer, rule, limits, roles } = explainAccess(descriptor, question);
  const labels = useLabels(descriptor);
  const declared = field === undefined ? undefined : resource.fields.get(field);
  const named = {
    role: labels.ofRole(question.role),
    resource: say(resource.label),
    operation: texts.operations[operation],
    field: declared ? say(declared.label) : '',
    computed: declared?.computed ?? '',
    roles: rolesText(descriptor, roles, { texts, say }),
  };
  return (
    <Status>
      <Alert severity={severity[answer]} role="none">
        <AlertTitle>{texts.answers[answer]}</AlertTitle>
        {fillTemplate(texts.why.rules[rule], named)}
        {limits.length > 0 && (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {limits.map(({ operation: at, filter }) => (
              <li key={at}>
                {fillTemplate(texts.why.limit, {
                  operation: texts.operations[at],
                  filter: filterWords(resource, filter.unresolved, words),
                })}
              </li>
            ))}
          </Box>
        )}
        {answer !== 'no' && declared && fieldUse[operation] === undefined && (
          <div>{texts.why.wholeRecord}</div>
        )}
        {answer !== 'no' && rule !== 'all' && operation === 'import' && (
          <div>{texts.why.importReach}</div>
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
  const texts = useTexts('structure');
  const say = useText();
  const { resource } = question;
  return (
    <Box sx={inputsSx(160, 960)}>
      <NativeSelect
        label={texts.why.role}
        value={question.role}
        options={[...descriptor.roles.values()].map(({ name, label }) => [name, say(label)])}
        onChange={(role) => onAsk({ ...question, role })}
      />
      <NativeSelect
        label={texts.why.operation}
        value={question.operation}
        options={operations.map((name) => [name, texts.operations[name]])}
        onChange={(operation) => onAsk({ ...question, operation })}
      />
      <NativeSelect
        label={texts.why.resource}
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
        label={texts.why.field}
        value={question.field ?? ''}
        none={texts.why.whole}
        options={[...resource.fields.values()].map(({ name, label }) => [name, say(label)])}
        onChange={(field) => onAsk({ ...question, field: field === '' ? undefined : field })}
      />
    </Box>
  );
}
