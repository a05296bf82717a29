import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { operations, type Descriptor, type Operation } from '../../../descriptor/descriptor.ts';
import type { AccessQuestion } from '../../../descriptor/permissions/explain-access.ts';
import { AccessAnswerNote } from './access-answer-note.tsx';
import { AccessQuestionForm } from './access-question-form.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';
import { useWords } from './words.ts';

/** Who may do what, with the rule that decides. The question stands in the address. */
export function PermissionsTab({ descriptor }: { descriptor: Descriptor }) {
  const { tell } = useWords();
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
    </>
  );
}

/** What of the address makes no sense is the first there is. */
function readQuestion(
  { roles, resources }: Descriptor,
  search: URLSearchParams,
): AccessQuestion | undefined {
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
